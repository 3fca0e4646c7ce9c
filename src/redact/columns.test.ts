import { describe, expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

const redact = createRedactor([])
const VALUE = ['q7Rt', '2mXw', '9Lkd', '4Zpb'].join('')
const CHOSEN = ['Garden', 'Tiger', '79'].join('')

describe('columns whose names suggest a secret', () => {
  test.each([
    `INSERT INTO users (email, password) VALUES ('a@b.ch', '${CHOSEN}');`,
    `insert into "t" (id, api_token, name)\nvalues (1, '${VALUE}', 'x''y'), (2, '${VALUE}', NULL)`,
    `name,password,active\nme,${CHOSEN},1\nyou,${VALUE},0\n`,
    `"User name","Password"\n"me","${VALUE}"\n`,
    ` id | name | secret\n----+------+--------\n  1 | me   | ${VALUE}\n`,
    `| host | password |\n|---|---|\n| db | ${VALUE} |\n`,
    `USER   PASSWORD\nme     ${VALUE}\n`,
  ])('values in the column are redacted: %s', (text) => {
    const { text: out, findings } = redact(text)
    expect(out).not.toContain(VALUE.slice(2, 10))
    expect(out).not.toContain(CHOSEN.slice(2, 10))
    expect(findings.length).toBe(text.split(VALUE).length + text.split(CHOSEN).length - 2)
  })
})

describe('other columns', () => {
  test.each([
    "INSERT INTO users (name, password) VALUES ('me', NULL)",
    `INSERT INTO commits (hash, author) VALUES ('${VALUE}', 'me')`,
    'name,password,active\nme,required,1\n',
    `name,commit\nme,${VALUE}\n`,
    '| Field | Password |\n|---|---|\n| type | string |\n| rule | at least 8 characters |\n',
    'const token;\nNames_1.Names2.isConst(declaration4.of);\n',
    'user, password, token,\nfirst, second, third,\n',
  ])('values in the column are kept: %s', (text) => {
    expect(redact(text)).toEqual({ text, findings: [] })
  })
})
