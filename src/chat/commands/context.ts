import type { Context } from '../../app/context/model-context.ts'
import type { Style } from '../../cli/out.ts'
import { plain } from '../../cli/terminal-safe.ts'
import { type Message, textOf } from '../../message/message.ts'
import { countText } from '../../text/time.ts'
import { truncateLine } from '../../text/truncate.ts'
import type { ChatCommand } from './command.ts'

const MOST_LINES = 12
const MOST_MESSAGES = 12

/** `/context`: the context of the next request. */
export const context: ChatCommand = {
  usage: '/context [all]',
  about: 'show the context that the model would get now, and what was left out',
  async run({ session, budget, out }, rest) {
    const given = await session.context({ budget })
    const summedUp = (await session.messages()).filter(({ message }) => message.role !== 'system').length
    const older = summedUp - given.messages.length - given.leftOut
    const { style } = out
    const lines = [
      `${bar(given.tokens / budget, style)} ${given.tokens} of ${budget} tokens`,
      ...systemLines(given.system, rest === 'all' ? Number.POSITIVE_INFINITY : MOST_LINES, style),
      ...messageLines(given.messages, rest === 'all' ? Number.POSITIVE_INFINITY : MOST_MESSAGES, style),
      missing(given, older),
    ]
    out.print(lines.join('\n'))
    return undefined
  },
}

const WIDTH = 30

function bar(share: number, { green, dim }: Style): string {
  const full = Math.min(WIDTH, Math.ceil(share * WIDTH))
  return `[${green('#'.repeat(full))}${dim('.'.repeat(WIDTH - full))}]`
}

function systemLines(system: string, most: number, { bold, dim }: Style): readonly string[] {
  const lines = plain(system).split('\n')
  const more = lines.length - most
  return [
    bold('system'),
    ...lines.slice(0, most).map((line) => `  ${line}`),
    ...(more > 0 ? [dim(`  ... ${countText(more, 'more line')}: /context all`)] : []),
  ]
}

const WHO = { user: 'you', assistant: 'model', tool: 'tool', system: 'system' } as const

function messageLines(messages: readonly Message[], most: number, { bold, dim }: Style): readonly string[] {
  const more = messages.length - most
  const shown = more > 0 ? messages.slice(more) : messages
  return [
    bold(countText(messages.length, 'message')),
    ...(more > 0 ? [dim(`  ... ${countText(more, 'earlier one')}: /context all`)] : []),
    ...shown.map((message) => `  ${WHO[message.role].padEnd(6)} ${truncateLine(plain(textOf(message)), 90)}`),
  ]
}

function missing({ leftOut, cut }: Context, summedUp: number): string {
  const parts = [
    ...(summedUp > 0 ? [`${countText(summedUp, 'older message')} summarized above`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out to fit the budget`] : []),
    ...(cut > 0 ? [`${cut} shortened`] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing is left out.'
}
