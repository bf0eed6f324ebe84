// One request a line ({json, options} or {tonl, options}), one answer a line, by the JavaScript model in STELE_MODEL.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
const at = (file) => pathToFileURL(process.env.STELE_MODEL + '/' + file).href;
const profile = await import(at('profile.mjs'));
const tight = await import(at('tight.mjs'));
const { parseJSON, toJSON } = await import(at('json.mjs'));
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const request = JSON.parse(line);
  let answer;
  try {
    const { encode, decode } = request.tight ? tight : profile;
    answer = { output: 'json' in request ? encode(parseJSON(request.json), request.options) : toJSON(decode(request.tonl, request.options)) };
  } catch (error) {
    const { encode, decode } = request.tight ? tight : profile;
    answer = { error: error.code ? `${error.code} ${error.line}:${error.col}` : `crash: ${error.message}` };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
