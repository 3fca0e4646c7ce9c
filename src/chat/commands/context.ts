import type { Context } from '../../app/context/model-context.ts'
import type { Style } from '../../cli/out.ts'
import { plain } from '../../cli/terminal-safe.ts'
import { type Message, textOf } from '../../message/message.ts'
import { countText } from '../../text/time.ts'
import { truncateLine } from '../../text/truncate.ts'
import type { ChatCommand } from '../chat.ts'

const MAX_LINES = 12
const MAX_MESSAGES = 12

/** `/context`: shows the context of the next request. */
export const context: ChatCommand = {
  usage: '/context [all]',
  about: 'show the context that the model would get now, and what does not fit',
  async run({ session, budget, out }, rest) {
    const next = await session.context({ budget })
    const total = (await session.messages()).filter(({ message }) => message.role !== 'system').length
    const older = total - next.messages.length - next.leftOut
    const { style } = out
    const lines = [
      `${bar(next.tokens / budget, style)} ${next.tokens} of ${budget} tokens`,
      ...systemLines(next.system, rest === 'all' ? Number.POSITIVE_INFINITY : MAX_LINES, style),
      ...messageLines(next.messages, rest === 'all' ? Number.POSITIVE_INFINITY : MAX_MESSAGES, style),
      missing(next, older),
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

function missing({ leftOut, cut }: Context, summarized: number): string {
  const parts = [
    ...(summarized > 0 ? [`${countText(summarized, 'older message')} summarized above`] : []),
    ...(leftOut > 0 ? [`${leftOut} left out to fit the budget`] : []),
    ...(cut > 0 ? [`${cut} shortened`] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing is left out.'
}
