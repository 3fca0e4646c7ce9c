// A graph of three steps that stores its checkpoints in the log. When run as a program, it kills itself in
// the second step.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { LeftoffSaver } from 'leftoff/langgraph'

const State = Annotation.Root({
  done: Annotation({ reducer: (before, now) => [...before, ...now], default: () => [] }),
})

export function graphOn(location, { killIn } = {}) {
  const checkpointer = new LeftoffSaver(location)
  const step = (name) => () => {
    if (name === killIn) process.kill(process.pid, 'SIGKILL')
    return { done: [name] }
  }
  const graph = new StateGraph(State)
    .addNode('read', step('read'))
    .addNode('think', step('think'))
    .addNode('write', step('write'))
    .addEdge(START, 'read')
    .addEdge('read', 'think')
    .addEdge('think', 'write')
    .addEdge('write', END)
    .compile({ checkpointer })
  return { graph, checkpointer }
}

export const thread = { configurable: { thread_id: 'shop' } }

if (process.argv[2] !== undefined && import.meta.filename === process.argv[1]) {
  const [home, project] = process.argv.slice(2)
  await graphOn({ home, project }, { killIn: 'think' }).graph.invoke({ done: ['asked'] }, thread)
}
