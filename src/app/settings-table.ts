export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The type of a setting and its limits. */
export interface SettingDefinition {
  readonly kind: 'duration' | 'count' | 'share' | 'switch' | 'text'
  readonly fallback: number | boolean | string
  readonly most?: number
  /** For a text setting: the pattern of a non-empty value, and its description for errors. */
  readonly pattern?: RegExp
  readonly like?: string
  /**
   * Whether only the user may set it. Project files must not, because a cloned repository must not start
   * programs, send data or make commands wait.
   */
  readonly isUsers?: boolean
  readonly about: string
}

/** All settings. Validation, `config list` and the docs are derived from this table. */
export const SETTINGS = {
  'session.idle-timeout': {
    kind: 'duration',
    fallback: 30 * MINUTE,
    about: 'inactivity after which a session becomes idle; after twice that time it ends',
  },
  'session.max-duration': {
    kind: 'duration',
    fallback: 8 * HOUR,
    about: 'age after which an inactive session ends',
  },
  'session.crash-after': {
    kind: 'duration',
    fallback: 5 * MINUTE,
    about:
      'inactivity after which a session without a known process counts as crashed when another session starts',
  },
  'session.expiry': {
    kind: 'duration',
    fallback: 7 * DAY,
    about: 'how long a session appears in briefs',
  },
  'session.auto-archive': {
    kind: 'switch',
    fallback: true,
    about: 'archive expired sessions when a new one starts or a turn ends',
  },
  'session.archive-on-end': {
    kind: 'switch',
    fallback: false,
    about: 'archive sessions as soon as they have ended, so that they do not appear in briefs',
  },
  'session.hot-entries': {
    kind: 'count',
    fallback: 5,
    most: 20,
    about: 'number of recent results kept per session',
  },
  'brief.session-budget': {
    kind: 'count',
    fallback: 1500,
    most: 100_000,
    about: 'maximum number of tokens in the session part of a brief',
  },
  'brief.prompt-budget': {
    kind: 'count',
    fallback: 700,
    most: 100_000,
    about: 'maximum number of tokens added at the first prompt of a session',
  },
  'brief.memory-budget': {
    kind: 'count',
    fallback: 1500,
    most: 100_000,
    about: 'maximum number of tokens in the rules part of a brief',
  },
  'brief.total-budget': {
    kind: 'count',
    fallback: 2500,
    most: 200_000,
    about: 'maximum number of tokens in a brief',
  },
  'brief.resume-budget': {
    kind: 'count',
    fallback: 500,
    most: 500,
    about: 'maximum number of tokens in the summary shown when you resume a session',
  },
  'brief.session-context': {
    kind: 'switch',
    fallback: false,
    about:
      'add the state of the running session (recent files, results, current task) to each prompt and after a compaction, in at most 500 tokens',
  },
  'brief.notice': {
    kind: 'switch',
    fallback: true,
    isUsers: true,
    about: 'show one line at startup about the brief that the agent got, in clients that support it',
  },
  'compaction.threshold': {
    kind: 'count',
    fallback: 15_000,
    most: 10_000_000,
    about: 'compact a library session when its messages exceed this number of tokens',
  },
  'compaction.keep': {
    kind: 'count',
    fallback: 20,
    most: 100_000,
    about: 'number of recent messages that are kept when a library session is compacted',
  },
  'compaction.budget': {
    kind: 'count',
    fallback: 1000,
    most: 100_000,
    about: 'maximum number of tokens in the compaction summary of a library session',
  },
  'memory.withhold': {
    kind: 'share',
    fallback: 0,
    most: 0.5,
    isUsers: true,
    about: 'share of sessions from which a rule is withheld at random to measure its effect',
  },
  'beads.sync': {
    kind: 'switch',
    fallback: false,
    isUsers: true,
    about: 'run bd sync at the end of a turn if the project uses Beads',
  },
  'beads.close': {
    kind: 'switch',
    fallback: false,
    isUsers: true,
    about: 'close Beads issues at the end of a turn if notes mark them as done',
  },
  'brief.handoff-expiry': {
    kind: 'duration',
    fallback: DAY,
    about: 'how long a handoff is offered to the next session',
  },
  'stop.reminders': {
    kind: 'switch',
    fallback: true,
    about:
      'when the agent stops, remind you or the agent once per session of uncommitted, untested or unrecorded work',
  },
  'stop.evidence-gate': {
    kind: 'switch',
    fallback: false,
    about: 'block a stop once if code changed without evidence that it works',
  },
  'stop.session-commit': {
    kind: 'switch',
    fallback: false,
    isUsers: true,
    about:
      'at the end of a turn, commit the files that the session changed on refs/leftoff/sessions/ID; your branch, index and files stay as they are',
  },
  'chat.model': {
    kind: 'text',
    fallback: '',
    pattern: /^(?:anthropic|openai|google|compatible)\/[\w.:@/+-]{1,150}$/,
    like: 'anthropic/NAME, openai/NAME, google/NAME or compatible/NAME',
    isUsers: true,
    about: 'model for leftoff chat as PROVIDER/NAME, such as anthropic/claude-sonnet-4-5',
  },
  'chat.url': {
    kind: 'text',
    fallback: '',
    pattern: /^https?:\/\/(?:[\w.-]{1,253}|\[[\da-f:]{2,45}\])(?::\d{1,5})?(?:\/[\w./-]{0,200})?$/,
    like: 'a URL without user and password, such as http://localhost:11434/v1',
    isUsers: true,
    about: 'URL of the OpenAI-compatible API for compatible/NAME models',
  },
  'chat.budget': {
    kind: 'count',
    fallback: 16_000,
    most: 10_000_000,
    isUsers: true,
    about: 'maximum number of context tokens in a leftoff chat request',
  },
  'log.busy-timeout': {
    kind: 'duration',
    fallback: 30_000,
    isUsers: true,
    about: 'how long a write waits for other processes to release the log',
  },
} as const satisfies Readonly<Record<string, SettingDefinition>>
