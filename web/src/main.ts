// Start: read the data of the file, and show the page or say why it cannot be shown.

import "./style/page.css";

import type { ReportData } from "./data";
import { make } from "./dom";
import { showPage, type Door } from "./page";

declare global {
  interface Window {
    sarrus?: Door;
  }
}

const FORMAT = 2;

function read(): ReportData {
  const text = document.getElementById("report")?.textContent;
  if (!text) throw new Error("The file holds no result; it is not complete.");
  const data = JSON.parse(text) as ReportData;
  if (data.format !== FORMAT)
    throw new Error(`The data have format ${String(data.format)}, this page shows format ${FORMAT}.`);
  return data;
}

function fail(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(
    make(
      "main",
      { class: "failure", role: "alert" },
      make("h1", {}, "This page cannot be shown"),
      make("p", {}, why),
      make("p", {}, "Write the report again with the same version of Sarrus, or open it in a newer browser."),
    ),
  );
}

try {
  window.sarrus = showPage(read(), document.body);
  document.documentElement.dataset["ready"] = "yes";
} catch (error) {
  fail(error);
  console.error(error);
}
