// TypeScript SDK (npm `tonl`) on the four documents: encode and decode in microseconds, JSON.stringify and JSON.parse beside them.
// npm install && node sdk.mjs ; STELE_DATA names the data, as for all harnesses. Equality is checked before timing.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { encodeTONL, decodeTONL } from 'tonl';

const data = process.env.STELE_DATA ?? join('..', 'shared', 'data');
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

function time(action) {
  let calls = 0;
  const until = performance.now() + 300;
  while (performance.now() < until) { action(); calls++; }
  const perRound = Math.max(1, Math.round(calls / 60));
  const rounds = [];
  for (let round = 0; round < 41; round++) {
    const start = performance.now();
    for (let call = 0; call < perRound; call++) action();
    rounds.push((performance.now() - start) * 1000 / perRound);
  }
  return median(rounds);
}

console.log(`node ${process.version}`);
console.log('| document | encode us | decode us | JSON.stringify us | JSON.parse us | bytes | same value |');
console.log('|---|---|---|---|---|---|---|');
for (const name of ['northwind', 'sample', 'nested-project', 'sample-users']) {
  const value = JSON.parse(readFileSync(join(data, 'tonl-fixtures', name + '.json'), 'utf8'));
  const json = JSON.stringify(value);
  const text = encodeTONL(value);
  const same = isDeepStrictEqual(decodeTONL(text), value) || isDeepStrictEqual(decodeTONL(text)?.root, value);
  const row = [() => encodeTONL(value), () => decodeTONL(text), () => JSON.stringify(value), () => JSON.parse(json)].map(time);
  console.log(`| ${name} | ${row.map((us) => us.toFixed(1)).join(' | ')} | ${Buffer.byteLength(text)} | ${same ? 'yes' : 'no'} |`);
}
