// Devices and projects that come along with an account or a role: whoever hands these on lacks none of them himself.
import { type Failure, fail } from '../../../contract/errors.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { cannotGive } from './rules.ts'
import { loadGiven, loadTree, type Subject } from './store.ts'

/** Of what is authorised to an account or a role, whether the caller lacks some; its name is none of his. */
export async function lacksGiven(
  { sight, user, language }: Pick<ChangeCall, 'sight' | 'user' | 'language'>,
  to: Subject,
): Promise<Failure | undefined> {
  const { devices, writable, projects, writableProjects } = user
  if ([devices, writable, projects, writableProjects].every((each) => each === 'all')) return undefined
  const given = await loadGiven(sight, to)
  if (given.length === 0) return undefined
  const groups = await loadTree(sight)
  const own = await loadGiven(sight, user)
  const isBeyond = given.some(({ mayWrite, ...object }) =>
    cannotGive(
      { devices, writable, projects, writableProjects, given: own },
      { ...object, name: '' },
      mayWrite,
      groups,
    ),
  )
  const what = { en: 'authorised devices or projects', 'zh-cn': '授权设备或项目' }[language]
  return isBeyond ? fail('grantsMore', { what }) : undefined
}
