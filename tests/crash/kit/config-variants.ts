import type { JsonExtension } from '../../../src/agent/install-plan.ts'
import type { Random } from './random.ts'

/** A settings file as people and programs write it, and how leftoff must handle it. */
export interface Variant {
  readonly name: string
  /** Undefined if there is no file. */
  readonly bytes: Buffer | undefined
  /** The JSON extensions that a client must accept to read it. */
  readonly needs: readonly JsonExtension[]
  /** Whether no client can read it, or nothing can be added to it. */
  readonly isUnusable: boolean
  /** A change by another program, applied with and without our entries. */
  changedByOthers(text: string): string
}

type Value = string | number | boolean | null | Value[] | { [key: string]: Value }

interface ConfigStyle {
  readonly eol: string
  readonly indent: string | undefined
  readonly gap: string
  readonly comments: boolean
  readonly trailing: boolean
}

/** The beginning of the name of every variant in which the user already has a server named leftoff. */
export const OWN = 'own leftoff'
export const OWN_COMMAND = '/usr/local/bin/leftoff'
export const OWN_TABLE = `[mcp_servers.leftoff]\ncommand = "${OWN_COMMAND}"`

const SHAPES = ['absent', 'empty', 'blank', 'bare', 'small', 'full', 'full', 'full', 'broken'] as const
/** The share of large variants. It is small, because each has 5 MB. */
const LARGE = 0.04

export function jsonVariant(random: Random, events: readonly string[], entry: string): Variant {
  const shape = random.chance(LARGE) ? 'large' : random.oneOf(SHAPES)
  if (shape === 'absent') return simpleVariant('absent', undefined)
  if (shape === 'empty') return simpleVariant('empty', '')
  if (shape === 'blank') return simpleVariant('blank', random.oneOf(['\n', '  \r\n', '\t']))
  if (shape === 'bare')
    return simpleVariant('bare', random.oneOf(['{}', '{ }', '{\n}\n', '{}\n', ' {\r\n}\r\n']))
  if (shape === 'broken') return brokenVariant(random)
  const style = styleOf(random)
  const isOwn = shape === 'full' && random.chance(0.3)
  const value = settings(random, { events, entry, size: shape })
  if (isOwn) value[entry] = { other: { command: 'x' }, leftoff: { command: OWN_COMMAND, args: ['mcp'] } }
  const marked = random.chance(0.15)
  const written = print(value, style, random, 0)
  const text = (marked ? '\uFEFF' : '') + written.text + random.oneOf(['', style.eol, style.eol + style.eol])
  return {
    name: `${isOwn ? `${OWN} ` : ''}${shape} ${JSON.stringify(style)}${marked ? ' with a byte order mark' : ''}`,
    bytes: Buffer.from(text),
    needs: [
      ...(marked ? (['byte order mark'] as const) : []),
      ...(written.hasComment ? (['comments'] as const) : []),
      ...(written.hasTrailing ? (['trailing commas'] as const) : []),
    ],
    isUnusable: false,
    changedByOthers: (now) => now.replace('{', '{"somebody else": [1, {"x": "}"}],'),
  }
}

const simpleVariant = (name: string, text: string | undefined): Variant => ({
  name,
  bytes: text === undefined ? undefined : Buffer.from(text),
  needs: [],
  isUnusable: false,
  changedByOthers: (now) => `${now}\n\n`,
})

const BROKEN: readonly (readonly [string, string | Buffer])[] = [
  ['cut off', '{"hooks": {"Stop": [{"hooks": ['],
  ['a list', '[]\n'],
  ['a word', 'null'],
  ['two values', '{} {}'],
  ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('\uFEFF{"a": 1}', 'utf16le')],
  ['no quotes', '{hooks: {}}'],
  ['NUL', '{"a": 1}\0'],
  ['hooks twice', '{"hooks": {}, "mcpServers": {}, "mcp": {}, "hooks": {}, "mcpServers": {}, "mcp": {}}'],
  ['other kinds', '{"hooks": "none", "mcpServers": [], "mcp": 7}'],
  ['a merge conflict', '<<<<<<< HEAD\n{}\n=======\n{"a":1}\n>>>>>>> x\n'],
]

function brokenVariant(random: Random): Variant {
  const [name, content] = random.oneOf(BROKEN)
  return { ...simpleVariant(name, ''), bytes: Buffer.from(content), isUnusable: true }
}

const styleOf = (random: Random): ConfigStyle => ({
  eol: random.oneOf(['\n', '\n', '\r\n']),
  indent: random.oneOf(['  ', '  ', '    ', '\t', '', undefined, undefined]),
  gap: random.oneOf(['', ' ', ' ']),
  comments: random.chance(0.3),
  trailing: random.chance(0.3),
})

interface Ask {
  readonly events: readonly string[]
  readonly entry: string
  readonly size: 'small' | 'full' | 'large'
}

function settings(random: Random, { events, entry, size }: Ask): { [key: string]: Value } {
  const value: { [key: string]: Value } = {
    model: 'opus',
    ünï: 'näme "quoted" \\ // no comment /* nor this */',
  }
  if (size === 'small') return value
  value.permissions = { allow: ['Bash(ls:*)', 'a,b', '}]'], deny: [] }
  if (random.chance(0.8)) value.hooks = foreignHooks(random, events)
  if (random.chance(0.6)) value[entry] = random.chance(0.3) ? {} : { other: { command: 'x', args: ['{'] } }
  if (size === 'large')
    value.history = Array.from({ length: 50_000 }, (_, i) => `entry ${i} ${'x'.repeat(80)}`)
  if (random.chance(0.5)) value.last = [[], {}, [[{}]]]
  return random.chance(0.5) ? value : Object.fromEntries(Object.entries(value).reverse())
}

const foreignHooks = (random: Random, events: readonly string[]): { [key: string]: Value } =>
  Object.fromEntries(
    [...events, 'SomethingElse']
      .filter(() => random.chance(0.3))
      .map((event): [string, Value] => [
        event,
        Array.from({ length: random.below(3) }, () => ({
          ...(random.chance(0.5) && { matcher: random.oneOf(['*', 'Bash', '']) }),
          hooks: Array.from({ length: random.below(3) }, (_, i) => ({
            type: 'command',
            command: random.oneOf([`theirs ${i}`, 'leftoff status', 'echo "leftoff_agent=codex;f=x"']),
          })),
        })),
      ]),
  )

interface Printed {
  readonly text: string
  readonly hasComment: boolean
  readonly hasTrailing: boolean
}

/** Prints JSON in a random style, with comments and trailing commas. */
function print(value: Value, style: ConfigStyle, random: Random, depth: number): Printed {
  let [hasComment, hasTrailing] = [false, false]
  const space = (): string => {
    if (!style.comments || depth > 3 || !random.chance(0.15)) return ''
    hasComment = true
    return random.oneOf([' /* , } */ ', ` // it's, "here" ]${style.eol}`])
  }
  const inside = (list: readonly Value[] | readonly [string, Value][], isObject: boolean): string => {
    if (list.length === 0) return space()
    const isInline = style.indent === undefined || (depth > 1 && random.chance(0.2))
    const pad = isInline ? style.gap : style.eol + (style.indent ?? '').repeat(depth + 1)
    const end = isInline ? style.gap : style.eol + (style.indent ?? '').repeat(depth)
    const members = list.map((member) => {
      const [key, one] = isObject ? (member as [string, Value]) : [undefined, member as Value]
      const printed = print(one, style, random, depth + 1)
      hasComment ||= printed.hasComment
      hasTrailing ||= printed.hasTrailing
      const name = key === undefined ? '' : `${JSON.stringify(key)}${space()}:${style.gap}`
      return `${space()}${pad}${name}${printed.text}${space()}`
    })
    const trails = style.trailing && random.chance(0.8)
    hasTrailing ||= trails
    return members.join(',') + (trails ? ',' : '') + space() + end
  }
  if (Array.isArray(value)) return { text: `[${inside(value, false)}]`, hasComment, hasTrailing }
  if (typeof value === 'object' && value !== null)
    return { text: `{${inside(Object.entries(value), true)}}`, hasComment, hasTrailing }
  return { text: JSON.stringify(value), hasComment, hasTrailing }
}

const TOML_PARTS = [
  'model = "gpt-5"',
  '# a comment, [not.a.table]',
  '[mcp_servers.other]\ncommand = "x"\nargs = ["]", "#"]',
  '[hooks.state."/x/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"',
  '[[list]]\na = 1\n\n[[list]]\na = 2',
  "[text]\nlong = '''\n[mcp_servers.leftoff]\nnot = 1\n'''\nbig = 9223372036854775807\nat = 2026-11-15T10:00:00Z",
  '[profiles."a.b"]\nx = { y = 1, z = [1, 2,\n 3] }',
] as const
const TOML_BROKEN = [
  '[mcp_servers\n',
  'a = \n',
  '= 1\n',
  'mcp_servers = { a = { command = "x" } }\n',
  'a = 1\na = 2\n',
  'mcp_servers = 3\n',
]

export function tomlVariant(random: Random): Variant {
  if (random.chance(0.1)) return simpleVariant('absent', undefined)
  if (random.chance(0.15)) {
    const text = random.oneOf(TOML_BROKEN)
    return { ...simpleVariant(`broken ${JSON.stringify(text)}`, text), isUnusable: true }
  }
  const [first, ...tables] = TOML_PARTS
  const isOwn = random.chance(0.2)
  const parts = [
    ...(random.chance(0.7) ? [first] : []),
    ...tables.filter(() => random.chance(0.5)),
    ...(isOwn ? [`${OWN_TABLE}\nargs = ["mcp"]`] : []),
  ]
  const eol = random.oneOf(['\n', '\n', '\r\n'])
  const text = parts.join('\n\n') + random.oneOf(['', '\n', '\n\n'])
  const marked = random.chance(0.1) ? '\uFEFF' : ''
  return {
    ...simpleVariant(
      `toml ${parts.length} parts${isOwn ? `, ${OWN}` : ''}`,
      marked + text.replaceAll('\n', eol),
    ),
    changedByOthers: (now) =>
      `${now}${now.endsWith('\n') || now === marked ? '' : eol}[somebody]\nelse = 1\n`,
  }
}
