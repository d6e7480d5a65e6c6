// Builds the page: src/main.ts and all it needs into page.js, page.css and LICENSES.txt.
//
// Usage: node build.mjs [FOLDER]        FOLDER: ../src/sarrus/views/page unless told

import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const FOLDER = path.resolve(process.argv[2] ?? path.join(HERE, "../src/sarrus/views/page"));
const FONTS = /KaTeX_(Main|Math|Size[1-4]|AMS)-/;
// The fonts have another licence than their package; its text stands in the fonts, as it asks for.
const FONT_NOTICE = `fonts of katex

Copyright (c) 2009-2010 Design Science, Inc.
Copyright (c) 2014-2018 Khan Academy
SIL Open Font License, Version 1.1, https://openfontlicense.org
`;
// Text that would end the element of the file that the bundle is put into, or hide that end; and characters that
// could reach the browser as others, so that it would find another digest than the policy names.
const FORBIDDEN = {
  "page.js": [/<\/script/i, /<!--/, /[^\n\t\x20-\x7e]/],
  "page.css": [/<\/style/i, /<!--/, /[^\n\t\x20-\x7e]/],
};

/** KaTeX without the fonts that no formula of ours uses, and each font once, as woff2. */
const fewerFonts = {
  name: "fewer fonts",
  setup(bundle) {
    bundle.onLoad({ filter: /katex\.css$/ }, async ({ path: file }) => {
      const text = await readFile(file, "utf8");
      const contents = text.replace(/@font-face\s*\{[^}]*\}/g, (face) => {
        const source = /url\([^)]*\.woff2\)\s*format\("woff2"\)/.exec(face);
        if (!source) throw new Error(`${file}: a font has no woff2 file:\n${face}`);
        return FONTS.test(source[0]) ? face.replace(/src:[^;]*;/, `src: ${source[0]};`) : "";
      });
      return { contents, loader: "css" };
    });
  },
};

/** KaTeX that sets styles by properties: our policy refuses those set as attributes. */
const noStyleAttributes = {
  name: "no style attributes",
  setup(bundle) {
    bundle.onLoad({ filter: /katex\.mjs$/ }, async ({ path: file }) => {
      const text = await readFile(file, "utf8");
      let count = 0;
      const contents = text.replace(/\bnode\.setAttribute\(attr, (.*)\);/g, (all, value) => {
        count += 1;
        return `if (attr === "style") node.style.cssText = ${value}; else ${all}`;
      });
      if (count !== 4) throw new Error(`${file}: 4 places that set attributes are known, but it has ${count}.`);
      return { contents, loader: "js" };
    });
  },
};

/** The licences of the packages that have a part in the bundle, in the order of their names. */
async function licences(inputs) {
  const found = new Set();
  for (const input of inputs) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (name) found.add(name);
  }
  const texts = [];
  for (const name of [...found].sort()) {
    const folder = path.join(HERE, "node_modules", name);
    const { version } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).sort().find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`Package '${name}' has no licence file; look for another package.`);
    const text = (await readFile(path.join(folder, file), "utf8")).replace(/\r\n/g, "\n").trim();
    texts.push(`${name} ${version}\n\n${text}\n`);
  }
  texts.push(FONT_NOTICE);
  return `The page contains parts of these packages.\n\n${texts.join("\n\n")}`;
}

/** ASCII alone: esbuild writes escapes into strings, but leaves regular expressions, where they mean the same. */
function escaped(text) {
  return text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const result = await build({
  absWorkingDir: HERE,
  entryPoints: { page: "src/main.ts" },
  outdir: FOLDER,
  write: false,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  legalComments: "none",
  loader: { ".woff2": "dataurl" },
  plugins: [fewerFonts, noStyleAttributes],
  metafile: true,
  logLevel: "warning",
});

const files = new Map(result.outputFiles.map((file) => [path.basename(file.path), file.text]));
files.set("page.js", escaped(files.get("page.js")));
for (const [name, patterns] of Object.entries(FORBIDDEN)) {
  for (const pattern of patterns) {
    if (pattern.test(files.get(name))) throw new Error(`${name} holds ${pattern}, which a page cannot hold.`);
  }
}
files.set("LICENSES.txt", await licences(Object.keys(result.metafile.inputs)));
await mkdir(FOLDER, { recursive: true });
for (const [name, text] of files) {
  await writeFile(path.join(FOLDER, name), text);
  console.log(`${name.padEnd(12)} ${(Buffer.byteLength(text) / 1024).toFixed(0).padStart(5)} KiB`);
}
