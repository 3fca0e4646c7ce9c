type WriteSecret = (value: string) => string

const eachLine =
  (prefix: (index: number) => string): WriteSecret =>
  (text) =>
    text
      .split('\n')
      .map((line, index) => `${prefix(index + 1)}${line}`)
      .join('\n')

/** What may surround a token or a whole text. */
export const surroundings: Readonly<Record<string, WriteSecret>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify({ type: 'tool_result', content: text }),
  'json in json': (text) => JSON.stringify(JSON.stringify({ stdout: `${text}\n` })),
  diff: eachLine(() => '+'),
  'log line': eachLine((n) => `2026-11-18 10:00:0${n % 10} INFO app[12]: `),
  'line numbers': eachLine((n) => `${String(n).padStart(6)}\t`),
  colour: eachLine(() => '\u001b[32m'),
  markdown: (text) => `Run this:\n\`\`\`sh\n${text}\n\`\`\`\n`,
}

/** What may surround a token that is one word. */
export const tokenSurroundings: Readonly<Record<string, WriteSecret>> = {
  ...surroundings,
  yaml: (token) => `  value: ${token}`,
  env: (token) => `SOME_SETTING=${token}`,
  shell: (token) => `tool login ${token} --quiet`,
  header: (token) => `X-Custom: ${token}`,
  url: (token) => `https://example.com/a?page=1&x=${encodeURIComponent(token)}&y=2`,
  javascript: (token) => `const value = '${token}'`,
  python: (token) => `client = Client("${token}", timeout=3)`,
  go: (token) => `var value = "${token}"`,
}

const words = (name: string): readonly string[] => name.split('_')
const upper = (name: string): string => name.toUpperCase()
const dashed = (name: string): string => words(name).join('-')
const header = (name: string): string =>
  `X-${words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-')}`
const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** How a name and its value are written. */
export const assignments: Readonly<Record<string, (name: string, value: string) => string>> = {
  yaml: (name, value) => `  ${name}: ${value}`,
  'yaml, quoted': (name, value) => `  ${name}: "${value}"`,
  json: (name, value) => `{"user":"me","${camel(name)}":"${value}","port":1}`,
  'json, indented': (name, value) => `  "${name}": "${value}",`,
  'json in json': (name, value) => JSON.stringify(JSON.stringify({ [name]: value })),
  env: (name, value) => `${upper(name)}=${value}`,
  export: (name, value) => `export ${upper(name)}="${value}"`,
  'key = value': (name, value) => `${name} = ${value}`,
  toml: (name, value) => `${name} = "${value}"`,
  'shell flag': (name, value) => `tool --${dashed(name)} ${value} --verbose`,
  'shell flag with equals sign': (name, value) => `tool --${dashed(name)}=${value} --verbose`,
  header: (name, value) => `${header(name)}: ${value}`,
  'curl header': (name, value) => `curl -H '${header(name)}: ${value}' https://example.com`,
  url: (name, value) => `https://example.com/a?x=1&${name}=${encodeURIComponent(value)}&y=2`,
  diff: (name, value) => `-  ${name}: ${value}`,
  'log line': (name, value) => `2026-11-18 10:00:00 INFO app[12]: connect ${name}=${value}`,
  colour: (name, value) => `\u001b[36m${name}\u001b[39m: \u001b[32m${value}\u001b[0m`,
  javascript: (name, value) => `const ${camel(name)} = '${value}'`,
  python: (name, value) => `client = Client(${name}="${value}")`,
  go: (name, value) => `${camel(name)} := "${value}"`,
  java: (name, value) => `private static final String ${upper(name)} = "${value}";`,
  ruby: (name, value) => `config.${name} = '${value}'`,
  rust: (name, value) => `let ${name} = "${value}".to_string();`,
  php: (name, value) => `'${name}' => '${value}',`,
  xml: (name, value) => `<${camel(name)}>${value}</${camel(name)}>`,
  'name and value': (name, value) => `- name: ${upper(name)}\n  value: ${value}`,
}
