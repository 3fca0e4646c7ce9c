export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** What a setting may be. */
export interface Kind {
  readonly kind: 'duration' | 'count' | 'share' | 'switch' | 'text'
  readonly fallback: number | boolean | string
  readonly most?: number
  /** Of a text: what it must look like, unless it is empty, and how that is said. */
  readonly pattern?: RegExp
  readonly like?: string
  /** Only its user may set it: a repository that somebody cloned must not make us start programs or send anything. */
  readonly isUsers?: boolean
  readonly about: string
}

/** Every setting, its default and what it may be. The one list: validation, `config list` and the docs read it. */
export const SETTINGS = {
  'session.idle-timeout': {
    kind: 'duration',
    fallback: 30 * MINUTE,
    about: 'quiet for so long, a session is idle; for twice as long, it has ended',
  },
  'session.max-duration': {
    kind: 'duration',
    fallback: 8 * HOUR,
    about: 'a session that is not in use ends after so long',
  },
  'session.crash-after': {
    kind: 'duration',
    fallback: 5 * MINUTE,
    about: 'where no process is known: quiet for so long, and replaced by a new session, is a crash',
  },
  'session.expiry': {
    kind: 'duration',
    fallback: 7 * DAY,
    about: 'for so long a session is offered to the next one',
  },
  'session.auto-archive': {
    kind: 'switch',
    fallback: true,
    about: 'archive expired sessions when a new one starts',
  },
  'session.hot-entries': {
    kind: 'count',
    fallback: 5,
    most: 20,
    about: 'how many of the last significant results are kept at hand',
  },
  'brief.session-budget': {
    kind: 'count',
    fallback: 1500,
    most: 100_000,
    about: 'most tokens of a brief that come from sessions',
  },
  'brief.prompt-budget': {
    kind: 'count',
    fallback: 700,
    most: 100_000,
    about: 'most tokens that the first prompt of a session adds to the brief',
  },
  'brief.memory-budget': {
    kind: 'count',
    fallback: 1500,
    most: 100_000,
    about: 'most tokens of a brief that come from memories',
  },
  'brief.total-budget': {
    kind: 'count',
    fallback: 2500,
    most: 200_000,
    about: 'most tokens of a whole brief',
  },
  'brief.resume-budget': {
    kind: 'count',
    fallback: 500,
    most: 500,
    about: 'most tokens of the text for somebody who returns to a quiet session',
  },
  'compaction.threshold': {
    kind: 'count',
    fallback: 15_000,
    most: 10_000_000,
    about: 'a session on the library is compacted when its messages cost more tokens',
  },
  'compaction.keep': {
    kind: 'count',
    fallback: 20,
    most: 100_000,
    about: 'so many messages stay as they are when a session is compacted',
  },
  'compaction.budget': {
    kind: 'count',
    fallback: 1000,
    most: 100_000,
    about: 'most tokens of the summary of a compaction',
  },
  'memory.withhold': {
    kind: 'share',
    fallback: 0,
    most: 0.5,
    isUsers: true,
    about: 'in this share of sessions a rule is not told, by chance, so that its effect can be measured',
  },
  'beads.sync': {
    kind: 'switch',
    fallback: false,
    isUsers: true,
    about: 'at the end of a turn, run bd sync where Beads is in use',
  },
  'beads.close': {
    kind: 'switch',
    fallback: false,
    isUsers: true,
    about: 'at the end of a turn, close issues of Beads that the notes say are done',
  },
  'brief.handoff-expiry': {
    kind: 'duration',
    fallback: DAY,
    about: 'for so long a handoff is offered to the next session',
  },
  'stop.reminders': {
    kind: 'switch',
    fallback: true,
    about: 'remind an agent once a session of what is uncommitted, unproven or not noted when it stops',
  },
  'stop.evidence-gate': {
    kind: 'switch',
    fallback: false,
    about: 'hold up a stop once where code was changed and nothing proves that it works',
  },
  'chat.model': {
    kind: 'text',
    fallback: '',
    pattern: /^(?:anthropic|openai|google|compatible)\/[\w.:@/+-]{1,150}$/,
    like: 'anthropic/NAME, openai/NAME, google/NAME and compatible/NAME',
    isUsers: true,
    about: 'the model of leftoff chat: PROVIDER/NAME, such as anthropic/claude-sonnet-4-5',
  },
  'chat.url': {
    kind: 'text',
    fallback: '',
    pattern: /^https?:\/\/(?:[\w.-]{1,253}|\[[\da-f:]{2,45}\])(?::\d{1,5})?(?:\/[\w./-]{0,200})?$/,
    like: 'addresses without user and password, such as http://localhost:11434/v1',
    isUsers: true,
    about: 'where a compatible/NAME is served, by the API of OpenAI',
  },
  'chat.budget': {
    kind: 'count',
    fallback: 16_000,
    most: 10_000_000,
    isUsers: true,
    about: 'most tokens that leftoff chat gives to a model with one prompt',
  },
  'log.busy-timeout': {
    kind: 'duration',
    fallback: 30_000,
    about: 'how long a write waits for other processes',
  },
} as const satisfies Readonly<Record<string, Kind>>
