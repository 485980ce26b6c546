// Devices and projects that an account or a role already has: a caller can assign these only if it has all of them.
import { type Failure, fail } from '../../../contract/errors.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { cannotGive } from './rules.ts'
import { loadGiven, loadTree, type Subject } from './store.ts'

/** A failure if the account or role has an authorisation that the caller lacks. The failure does not name it. */
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
