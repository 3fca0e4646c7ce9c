import type { Out } from '../cli/out.ts'
import { Problem } from '../problem.ts'
import { answer } from './answer.ts'
import { SafeFlow } from './safe-flow.ts'
import type { Talk } from './talk.ts'

/** Sends one prompt from standard input and prints the answer as it streams, or as JSON at the end. */
export async function onePrompt(
  talk: Talk,
  { json, prompt }: { readonly json: boolean; readonly prompt: string },
): Promise<void> {
  const { session, model, budget, out } = talk
  const flow = new SafeFlow()
  await session.add({ role: 'user', content: prompt })
  const onText = json ? () => {} : (text: string) => out.piece(flow.take(text))
  const { signal } = new AbortController()
  const came = await answer(session, { model, budget, signal, onText })
  if (came.text !== '' && !json) out.print(flow.rest())
  if (came.kind === 'failed') throw unanswered(came.trouble)
  const { text, usage, context } = came
  const { tokens, leftOut, cut } = context
  if (json)
    out.json({
      session: session.id,
      model: model.name,
      answer: text,
      ...usage,
      context: { tokens, leftOut, cut },
    })
}

export async function toldPrompt(out: Out): Promise<string> {
  if (process.stdin.isTTY) out.talk('Type your prompt and press Ctrl-D.')
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  const prompt = Buffer.concat(chunks).toString('utf8').trim()
  if (prompt !== '') return prompt
  throw new Problem({
    code: 'prompt-empty',
    message: 'no prompt on standard input',
    fix: 'run echo "your prompt" | leftoff chat, or run leftoff chat in a terminal',
    outcome: 'usage',
  })
}

const unanswered = ({ message, fix }: { readonly message: string; readonly fix: string }): Problem =>
  new Problem({ code: 'chat-unanswered', message, fix: fix.replaceAll('/retry', 'try again') })
