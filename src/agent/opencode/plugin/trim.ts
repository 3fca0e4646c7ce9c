import { fieldOf, textField } from '../../field.ts'

/** What a person typed or attached; opencode adds texts of its own, which it marks. */
export function promptIn(parts: unknown): string {
  if (!Array.isArray(parts)) return ''
  const texts = parts.map((part: unknown) => {
    if (fieldOf(part, 'synthetic') === true || fieldOf(part, 'ignored') === true) return undefined
    const type = textField(part, 'type')
    if (type === 'text') return textField(part, 'text')
    return type === 'file' ? `[${textField(part, 'filename') ?? 'a file'}]` : undefined
  })
  return texts.filter(Boolean).join('\n')
}

/** Of a result only what is read later: attachments and previews are many times as large. */
export function outputIn(output: unknown) {
  const metadata = fieldOf(output, 'metadata')
  const kept = { exit: fieldOf(metadata, 'exit'), exists: fieldOf(metadata, 'exists') }
  const text = textField(output, 'output')
  if (text !== undefined) return { output: text, metadata: kept }
  const content = fieldOf(output, 'content')
  const blocks = Array.isArray(content) ? content.filter((one) => textField(one, 'type') === 'text') : []
  return { output: { content: blocks, isError: fieldOf(output, 'isError') } }
}

export function todosIn(todos: unknown): readonly { content: string; status: string }[] {
  if (!Array.isArray(todos)) return []
  return todos.flatMap((todo: unknown) => {
    const [content, status] = [textField(todo, 'content'), textField(todo, 'status')]
    return content && status ? [{ content, status }] : []
  })
}
