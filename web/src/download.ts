// Files into the reader's folder for downloads.

import { make } from "./dom";

export function download(name: string, content: Blob): void {
  const link = make("a", { download: name });
  link.href = URL.createObjectURL(content);
  link.click();
  // Some browsers read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The name of a mechanism in letters that every system allows. */
export function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 60) || "mechanism";
}
