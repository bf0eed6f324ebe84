// node sdk.mjs DIR_OF_TONL FILE...: a line per file, microseconds of encodeTONL and decodeTONL on JavaScript values (medians).
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const [dir, ...files] = process.argv.slice(2);
const entry = JSON.parse(readFileSync(dir + '/package.json', 'utf8'));
const main = entry.exports?.['.']?.import ?? entry.main;
const { encodeTONL, decodeTONL } = await import(pathToFileURL(`${dir}/${typeof main === 'string' ? main : main.default}`).href);
function median(run) {
  const samples = [];
  const limit = performance.now() + 1200;
  let count = 1;
  for (const warm = performance.now() + 500; performance.now() < warm; ) run();
  for (let start = performance.now(); ; count *= 2) { // a sample of at least 3 ms
    start = performance.now();
    for (let i = 0; i < count; i++) run();
    if (performance.now() - start > 3) break;
  }
  do {
    const start = performance.now();
    for (let i = 0; i < count; i++) run();
    samples.push(((performance.now() - start) * 1000) / count);
  } while (performance.now() < limit || samples.length < 3);
  return samples.sort((a, b) => a - b)[samples.length >> 1];
}
for (const file of files) {
  const value = JSON.parse(readFileSync(file, 'utf8'));
  let encode = NaN;
  let decode = NaN;
  try {
    const text = encodeTONL(value);
    encode = median(() => encodeTONL(value));
    decode = median(() => decodeTONL(text));
  } catch {
    // it refuses some documents, also its own text
  }
  console.log(`${encode} ${decode}`);
}
