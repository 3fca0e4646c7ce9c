import { buildCommand } from '@stricli/core'
import { branchTreeOf, branchTrees } from '../../../app/branch/branch-tree.ts'
import { sessionNamed } from '../../../app/lifecycle/find-session.ts'
import { answer } from '../../answer.ts'
import type { Context } from '../../context.ts'
import { jsonFlag, projectFlag, text } from '../../flags.ts'
import { projectIdsOf } from '../../here.ts'
import { treeText } from '../../present/tree.ts'

interface Flags {
  readonly project?: string
  readonly json: boolean
}

export default buildCommand({
  docs: {
    brief: 'Show which sessions branched off which',
    fullDescription:
      'The sessions of this project that have branches, as a tree: the name or the goal of each, at which event it branched off, its state, how long ago it was last active, how many messages it has of its own, and into which it was merged. With an ID only the family of that one.',
  },
  parameters: {
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'Only the family of this session', parse: text, placeholder: 'ID', optional: true },
      ],
    },
    flags: { project: { ...projectFlag, brief: 'Of another project: a folder or a name' }, json: jsonFlag },
  },
  async func(this: Context, flags: Flags, id?: string) {
    const world = await this.world()
    const { project } = flags
    const projects = project === undefined ? world.place.projectIds : await projectIdsOf(world, project)
    const trees =
      id === undefined
        ? await branchTrees(world, projects)
        : await branchTreeOf(world, (await sessionNamed(world, id)).session)
    answer(this, flags, { trees }, (value) =>
      value.trees.length > 0
        ? treeText(value.trees, this.out)
        : 'No session here has branches. Begin one: leftoff session branch',
    )
  },
})
