// Devices that come along with an account or a role: whoever hands these on lacks none of them himself.
import { type Failure, fail } from '../../contract/errors.ts'
import type { ChangeCall } from '../serve.ts'
import { cannotGive } from './rules.ts'
import { loadGiven, loadTree, type Subject } from './store.ts'

/** Of what is authorised to an account or a role, whether the caller lacks some; its name is none of his. */
export async function lacksDevices(
  { sight, user, language }: Pick<ChangeCall, 'sight' | 'user' | 'language'>,
  to: Subject,
): Promise<Failure | undefined> {
  const { devices, writable } = user
  if (devices === 'all' && writable === 'all') return undefined
  const given = await loadGiven(sight, to)
  if (given.length === 0) return undefined
  const groups = await loadTree(sight)
  const own = await loadGiven(sight, user)
  const isBeyond = given.some(({ mayWrite, ...object }) =>
    cannotGive({ devices, writable, given: own }, { ...object, name: '' }, mayWrite, groups),
  )
  const what = { en: 'authorised devices', 'zh-cn': '授权设备' }[language]
  return isBeyond ? fail('grantsMore', { what }) : undefined
}
