import { plain } from '../cli/terminal-safe.ts'
import { truncateLine } from '../text/truncate.ts'
import type { ChosenModel } from './models.ts'
import { fieldOf } from './wire.ts'

/** Why there is no answer, and the fix. */
export interface ModelFailure {
  readonly message: string
  readonly fix: string
}

/** Turns provider and network errors into one line with a fix. */
export function describeFailure(thrown: unknown, model: ChosenModel): ModelFailure {
  const error = fieldOf(thrown, 'lastError') ?? thrown // the last attempt after retries
  const status = fieldOf(error, 'statusCode')
  if (typeof status === 'number') return rejection(status, error, model)
  const code = codeIn(error)
  if (code !== undefined) return unreachable(code, model)
  if (/^Cannot connect|fetch failed/.test(messageOf(error))) return unreachable(messageOf(error), model)
  if (/ended without|terminated/.test(messageOf(error))) return cutOffFailure(model, messageOf(error))
  return {
    message: `cannot read the response from ${model.name}: ${messageOf(error)}`,
    fix:
      model.url === undefined
        ? 'type /retry to ask again'
        : `check that ${model.url} serves the provider's API`,
  }
}

/** The answer ended early or was empty. */
export const cutOffFailure = (model: ChosenModel, reason: string): ModelFailure => ({
  message:
    reason === 'content-filter'
      ? `${model.name} blocked the answer with its content filter`
      : `the answer from ${model.name} was cut off (${reason})`,
  fix: reason === 'content-filter' ? 'rephrase the prompt' : '/retry, or ask it to continue',
})

const TOO_LONG = /context.{0,20}(?:length|window|size)|too (?:long|large|many tokens)|maximum.{0,40}tokens/i

function rejection(status: number, error: unknown, model: ChosenModel): ModelFailure {
  const why = messageOf(error)
  if (status === 401 || status === 403)
    return {
      message: `${model.name} rejected the API key in ${model.key} (${status}): ${why}`,
      fix: `set a valid key with export ${model.key}=KEY and start again`,
    }
  if (status === 413 || (status === 400 && TOO_LONG.test(why)))
    return {
      message: `the context is too long for ${model.name}: ${why}`,
      fix: 'start again with a smaller --budget N, or /compact',
    }
  if (status === 404)
    return {
      message: `${model.name} was not found (404): ${why}`,
      fix: 'check --model or the chat.model setting, and chat.url for compatible/NAME',
    }
  if (status === 429)
    return {
      message: `rate limit for ${model.name} reached (429): ${why}`,
      fix: 'wait a moment, then /retry',
    }
  if (status >= 500)
    return {
      message: `${model.name} is overloaded or failing (${status}): ${why}`,
      fix: 'wait a moment, then /retry',
    }
  return {
    message: `${model.name} rejected the request (${status}): ${why}`,
    fix: '/retry, or use another --model',
  }
}

const unreachable = (reason: string, { name, url }: ChosenModel): ModelFailure => ({
  message: `cannot connect to ${name}${url === undefined ? '' : ` at ${url}`} (${reason})`,
  fix:
    url === undefined ? 'check your network, then /retry' : 'check that the server is running, then /retry',
})

/** Network errors are wrapped in one or two other errors. */
function codeIn(error: unknown): string | undefined {
  let inner = error
  for (let depth = 0; depth < 5 && inner !== undefined; depth += 1) {
    const code = fieldOf(inner, 'code')
    if (typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)) return code
    inner = fieldOf(inner, 'cause')
  }
  return undefined
}

const MAX_MESSAGE = 160

const messageOf = (error: unknown): string =>
  truncateLine(
    plain(error instanceof Error ? error.message : String(fieldOf(error, 'message') ?? error)),
    MAX_MESSAGE,
  )
