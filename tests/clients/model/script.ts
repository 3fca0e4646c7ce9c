/** What the scripted model can do. Every client translates it to its own tools. */
export type ScriptCall =
  | { readonly do: 'read'; readonly file: string }
  | { readonly do: 'edit'; readonly file: string; readonly from: string; readonly to: string }
  | { readonly do: 'write'; readonly file: string; readonly text: string }
  | { readonly do: 'run'; readonly command: string }
  | { readonly do: 'delegate'; readonly prompt: string }
  /** Waits for the sub-agent, for clients that do not wait automatically. */
  | { readonly do: 'await' }
  /** Runs these in sequence in a single model call, for clients whose models write scripts. */
  | { readonly do: 'all'; readonly calls: readonly ScriptCall[] }

/** One answer from the model. */
interface ScriptStep {
  readonly say: string
  readonly call?: ScriptCall
  /** Reported length of the conversation. A large number makes a client compact the conversation. */
  readonly tokens?: number
}

export type Script = readonly ScriptStep[]

/** One item of a request. `context` comes neither from the user nor from the model. */
export type ModelItem =
  | { readonly kind: 'user' | 'model' | 'context'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: string }
  | { readonly kind: 'result'; readonly text: string }

export interface ModelChoice {
  /** `summary`: the client compacts. `aside`: the client asks on its own behalf, for example for a title. */
  readonly kind: 'work' | 'summary' | 'aside'
  readonly script?: string
  readonly at?: number
  readonly step: ScriptStep
}

export const play = (script: string): string => `[play:${script}]`

/** The summary names the script that the model continues with. */
const AFTER_SUMMARY = 'afterwards'
const SUMMARY: ScriptStep = { say: `<summary>\nA greeting was edited. ${play(AFTER_SUMMARY)}\n</summary>` }
const ASIDE: ScriptStep = { say: 'A title' }

/**
 * The answer depends only on the request, so that retries, resumed sessions and concurrent sub-agents work. The
 * last marker names the script, and the number of answers after the marker is the position in the script.
 */
export function chooseStep(
  items: readonly ModelItem[],
  hasTools: boolean,
  scripts: Record<string, Script>,
): ModelChoice {
  const talk = items.map(withoutInjected)
  const at = talk.findLastIndex((item) => 'text' in item && item.kind !== 'result' && MARKER.test(item.text))
  const lastUser = talk.findLastIndex((item) => item.kind === 'user' && item.text.trim() !== '')
  const name = scriptOf(talk[at])
  const isOwnWord = lastUser > at && !talk.slice(lastUser).some(isOfModel)
  if (isOwnWord && name !== AFTER_SUMMARY) return { kind: 'summary', step: SUMMARY }
  if (!hasTools)
    return isAboutTalk(talk, scripts) ? { kind: 'summary', step: SUMMARY } : { kind: 'aside', step: ASIDE }
  const script = scripts[name]
  if (!script) return { kind: 'aside', step: ASIDE }
  const done = answers(talk.slice(at + 1))
  return {
    kind: 'work',
    script: name,
    at: done,
    step: script[done] ?? { say: `Nothing is left of ${name}.` },
  }
}

/** To request a summary, some clients send the conversation as one text. */
const isAboutTalk = (items: readonly ModelItem[], scripts: Record<string, Script>): boolean => {
  const sentences = Object.values(scripts).flatMap((script) => script.map((step) => step.say))
  return items.some((item) => 'text' in item && sentences.some((words) => item.text.includes(words)))
}

const MARKER = /\[play:([\w-]+)\]/
const MARKERS = /\[play:([\w-]+)\]/g

function scriptOf(item: ModelItem | undefined): string {
  if (!item || !('text' in item)) return ''
  return [...item.text.matchAll(MARKERS)].at(-1)?.[1] ?? ''
}

const isOfModel = (item: ModelItem): boolean => item.kind === 'model' || item.kind === 'call'

/** Counts a text and its calls as one answer. */
const answers = (items: readonly ModelItem[]): number =>
  items.filter((item, index) => isOfModel(item) && (index === 0 || !isOfModel(items[index - 1]!))).length

/** Removes the client's notices and text from hooks, which may quote an earlier prompt together with its marker. */
function withoutInjected(item: ModelItem): ModelItem {
  if (!('text' in item)) return item
  let text = item.text
  for (const block of INJECTED) text = text.replaceAll(block, '')
  return { ...item, text }
}

const INJECTED = [
  /<(task-notification|subagent_notification)>[\s\S]*?<\/\1>/g,
  /<system-reminder>[\s\S]*?<\/system-reminder>/g,
  /<hook_context>[\s\S]*?<\/hook_context>/g,
  /<(leftoff[\w-]*)[\s\S]*?<\/\1>/g,
]
