import type { ModelItem } from './script.ts'
import { type Api, type Body, events, json, type ModelAnswer } from './server.ts'

/** Gemini's generateContent API. */
export const gemini: Api = {
  isQuestion: (path) => /:(streamGenerateContent|generateContent)$/.test(path),
  hasTools: (body) => (body.tools ?? []).some((tool: Body) => (tool.functionDeclarations ?? []).length > 0),
  isForm: (body) => shapeOf(body) !== undefined,
  items: (body) => [
    { kind: 'context', text: textOf(body.systemInstruction) },
    ...(body.contents ?? []).flatMap(itemsOf),
  ],
  other: (path, body) =>
    path.endsWith(':countTokens') ? { totalTokens: Math.ceil(JSON.stringify(body).length / 4) } : undefined,
  write: (response, answer, { body, path }) => {
    const whole = {
      candidates: [
        { content: { role: 'model', parts: partsOf(answer, body) }, finishReason: 'STOP', index: 0 },
      ],
      usageMetadata: {
        promptTokenCount: answer.tokens,
        candidatesTokenCount: 20,
        totalTokenCount: answer.tokens + 20,
      },
    }
    if (!path.endsWith(':streamGenerateContent')) return json(response, whole)
    events(response)(whole)
    response.end()
  },
}

/** The client's own requests ask for an object with a given shape. Any object with that shape works. */
function partsOf({ text, call }: ModelAnswer, body: Body): object[] {
  const shape = shapeOf(body)
  if (shape) return [{ text: JSON.stringify(fitting(shape)) }]
  return [{ text }, ...(call ? [{ functionCall: { name: call.name, args: call.input } }] : [])]
}

const shapeOf = (body: Body): Body =>
  body.generationConfig?.responseJsonSchema ?? body.generationConfig?.responseSchema

function fitting(shape: Body): unknown {
  if (shape.enum) return shape.enum[0]
  if (shape.properties) {
    return Object.fromEntries(Object.entries(shape.properties).map(([name, inner]) => [name, fitting(inner)]))
  }
  const simple: Record<string, unknown> = { number: 1, integer: 1, boolean: false, array: [] }
  return simple[String(shape.type).toLowerCase()] ?? 'none'
}

const textOf = (content: Body): string =>
  typeof content === 'string'
    ? content
    : (content?.parts ?? []).map((part: Body) => part.text ?? '').join('\n')

function itemsOf(content: Body): ModelItem[] {
  const kind = content.role === 'model' ? 'model' : 'user'
  return (content.parts ?? []).flatMap((part: Body): ModelItem[] => {
    if (part.functionCall) {
      return [{ kind: 'call', name: part.functionCall.name, input: JSON.stringify(part.functionCall.args) }]
    }
    if (part.functionResponse)
      return [{ kind: 'result', text: JSON.stringify(part.functionResponse.response) }]
    return part.text === undefined || part.thought ? [] : [{ kind, text: part.text }]
  })
}
