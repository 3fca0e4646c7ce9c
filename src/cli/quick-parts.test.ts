import { expect, test } from 'vitest'
import { textIn } from './quick-parts.ts'

test.each([
  ['as clients write it', '{"a":1,"name":"Stop","b":"c"}', 'Stop'],
  ['with blanks and lines', '{\n  "name" : 1,\n  "name":\n    "Stop"\n}', 'Stop'],
  ['not said', '{"other":"Stop"}', ''],
  ['nothing', '{"name":null,"other":"Stop"}', ''],
  ['a number', '{"name":1,"other":"Stop"}', ''],
  ['an object', '{"name":{"of":"Stop"}}', ''],
  ['with a sign that has to be read', '{"name":"St\\u006fp"}', ''],
  ['cut off', '{"name":"Sto', ''],
  ['in the words of somebody else', '{"prompt":"\\"name\\":\\"Stop\\"","name":"Start"}', 'Start'],
  ['late', `{"prompt":"${'x'.repeat(5000)}","name":"Stop"}`, ''],
])('what a client says under a name, %s', (_, payload, text) => {
  expect(textIn(payload, 'name')).toBe(text)
})
