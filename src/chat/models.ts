import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import type { Environment } from '../host/paths.ts'
import { Problem } from '../problem.ts'

/** A model that can be asked. */
export interface ChosenModel {
  /** `anthropic/claude-sonnet-4-5` */
  readonly name: string
  /** The variable that its key comes from. */
  readonly key: string
  /** Where it is served, where that is not the provider itself. */
  readonly url: string | undefined
  readonly language: LanguageModel
}

interface Access {
  readonly name: string
  readonly apiKey: string | undefined
  readonly url: string | undefined
}

interface Provider {
  readonly key: string
  /** Copied into a shell, it is all that is missing. */
  readonly recipe: string
  /** Under which path the provider serves its API. */
  readonly path: string
  readonly make: (access: Access) => LanguageModel
}

const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    recipe: 'export ANTHROPIC_API_KEY=KEY; leftoff config set chat.model anthropic/claude-sonnet-4-5',
    path: '/v1',
    make: ({ name, apiKey, url }) => createAnthropic({ ...given({ apiKey }), ...at(url) })(name),
  },
  openai: {
    key: 'OPENAI_API_KEY',
    recipe: 'export OPENAI_API_KEY=KEY; leftoff config set chat.model openai/gpt-5',
    path: '/v1',
    make: ({ name, apiKey, url }) => createOpenAI({ ...given({ apiKey }), ...at(url) })(name),
  },
  google: {
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    recipe: 'export GOOGLE_GENERATIVE_AI_API_KEY=KEY; leftoff config set chat.model google/gemini-2.5-pro',
    path: '/v1beta',
    make: ({ name, apiKey, url }) => createGoogleGenerativeAI({ ...given({ apiKey }), ...at(url) })(name),
  },
  compatible: {
    key: 'LEFTOFF_CHAT_KEY',
    recipe:
      'leftoff config set chat.url http://localhost:11434/v1; leftoff config set chat.model compatible/llama3',
    path: '',
    make: ({ name, apiKey, url = '' }) =>
      createOpenAICompatible({ name: 'compatible', baseURL: url, includeUsage: true, ...given({ apiKey }) })(
        name,
      ),
  },
}

const given = ({ apiKey }: Pick<Access, 'apiKey'>) => (apiKey === undefined ? {} : { apiKey })
const at = (url: string | undefined) => (url === undefined ? {} : { baseURL: url })

export interface ModelAsk {
  /** `PROVIDER/NAME`; empty: none was named. */
  readonly named: string
  /** The setting `chat.url`. */
  readonly url: string
  readonly env: Environment
}

/** The model that is named, with its key; or a problem that says what to set. */
export function chosenModel({ named, url, env }: ModelAsk): ChosenModel {
  const [, first = '', name = ''] = /^([^/]*)\/(.*)$/.exec(named) ?? []
  const provider = Object.hasOwn(PROVIDERS, first) ? PROVIDERS[first] : undefined
  if (!provider) throw noModel()
  const isCompatible = first === 'compatible'
  const apiKey = env[provider.key] || undefined
  if (!isCompatible && apiKey === undefined) throw noKey(named, provider.key)
  if (isCompatible && url === '') throw noUrl(named)
  const base = isCompatible ? url : elsewhere(first, provider.path, env)
  return { name: named, key: provider.key, url: base, language: provider.make({ name, apiKey, url: base }) }
}

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/

/** A server on this machine that plays the provider, for tests; or the address that other programs use, too. */
function elsewhere(provider: string, path: string, env: Environment): string | undefined {
  const played = env.LEFTOFF_CHAT_LOOPBACK
  if (played && LOOPBACK.test(played)) return played + path
  const usual = provider === 'google' ? undefined : env[`${provider.toUpperCase()}_BASE_URL`]
  if (!usual) return undefined
  const address = usual.replace(/\/+$/, '')
  return address.endsWith(path) ? address : address + path
}

/** Indented as the first line of a fix is. */
const recipes = (): string => ['', ...Object.values(PROVIDERS).map(({ recipe }) => recipe)].join('\n    ')

const noModel = (): Problem =>
  new Problem({
    code: 'chat-model-missing',
    message: 'no model is named to talk to',
    fix: `set one, with the key of its provider:${recipes()}`,
    outcome: 'usage',
  })

const noKey = (named: string, key: string): Problem =>
  new Problem({
    code: 'chat-key-missing',
    message: `${named} needs a key, and ${key} is not set`,
    fix: `export ${key}=KEY   (it is read from there and never stored)\n  or take another model:${recipes()}`,
    outcome: 'usage',
  })

const noUrl = (named: string): Problem =>
  new Problem({
    code: 'chat-url-missing',
    message: `${named} is served somewhere, and chat.url does not say where`,
    fix: 'leftoff config set chat.url http://localhost:11434/v1',
    outcome: 'usage',
  })
