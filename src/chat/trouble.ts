import { plain } from '../cli/terminal-safe.ts'
import { truncateLine } from '../text/truncate.ts'
import type { ChosenModel } from './models.ts'
import { fieldOf } from './wire.ts'

/** Why there is no answer, and what to do about it. */
export interface Trouble {
  readonly message: string
  readonly fix: string
}

/** What providers answer and networks do, in one line each. */
export function troubleOf(thrown: unknown, model: ChosenModel): Trouble {
  const error = fieldOf(thrown, 'lastError') ?? thrown // the last of several tries
  const status = fieldOf(error, 'statusCode')
  if (typeof status === 'number') return refused(status, error, model)
  const code = codeIn(error)
  if (code !== undefined) return unreachable(code, model)
  if (/^Cannot connect|fetch failed/.test(said(error))) return unreachable(said(error), model)
  if (/ended without|terminated/.test(said(error))) return brokenOff(model, said(error))
  return {
    message: `the answer of ${model.name} cannot be understood: ${said(error)}`,
    fix:
      model.url === undefined
        ? '/retry asks again'
        : `see whether ${model.url} speaks the API of its provider`,
  }
}

/** It ended without having said all, or anything. */
export const brokenOff = (model: ChosenModel, reason: string): Trouble => ({
  message:
    reason === 'content-filter'
      ? `${model.name} was kept from answering by its content filter`
      : `the answer of ${model.name} broke off (${reason})`,
  fix: reason === 'content-filter' ? 'say it in other words' : '/retry, or say that it shall go on',
})

const TOO_LONG = /context.{0,20}(?:length|window|size)|too (?:long|large|many tokens)|maximum.{0,40}tokens/i

function refused(status: number, error: unknown, model: ChosenModel): Trouble {
  const why = said(error)
  if (status === 401 || status === 403)
    return {
      message: `${model.name} refused the key in ${model.key} (${status}): ${why}`,
      fix: `export ${model.key}=KEY with one that holds, and start again`,
    }
  if (status === 413 || (status === 400 && TOO_LONG.test(why)))
    return {
      message: `this is more than ${model.name} can read at once: ${why}`,
      fix: 'start again with a smaller --budget N, or /compact',
    }
  if (status === 404)
    return {
      message: `${model.name} is not there (404): ${why}`,
      fix: 'correct --model or the setting chat.model, and for compatible/NAME chat.url',
    }
  if (status === 429)
    return { message: `${model.name} takes no more for now (429): ${why}`, fix: 'wait a little, then /retry' }
  if (status >= 500)
    return { message: `${model.name} is overloaded or broken (${status}): ${why}`, fix: '/retry in a moment' }
  return {
    message: `${model.name} refused the question (${status}): ${why}`,
    fix: '/retry, or take another --model',
  }
}

const unreachable = (reason: string, { name, url }: ChosenModel): Trouble => ({
  message: `there is no connection to ${name}${url === undefined ? '' : ` at ${url}`} (${reason})`,
  fix: url === undefined ? 'see to your network, then /retry' : 'see whether it runs there, then /retry',
})

/** An error of the network lies below one or two others. */
function codeIn(error: unknown): string | undefined {
  let inner = error
  for (let depth = 0; depth < 5 && inner !== undefined; depth += 1) {
    const code = fieldOf(inner, 'code')
    if (typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)) return code
    inner = fieldOf(inner, 'cause')
  }
  return undefined
}

const MOST_SAID = 160

const said = (error: unknown): string =>
  truncateLine(
    plain(error instanceof Error ? error.message : String(fieldOf(error, 'message') ?? error)),
    MOST_SAID,
  )
