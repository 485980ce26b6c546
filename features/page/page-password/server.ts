// The password of a page: set by its authors, entered by its viewers. [S3 checkpwd, password]
import { verify } from '@node-rs/argon2'
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { networkOf } from '../../../core/network-of.ts'
import { type Asker, type RoomServer, serve } from '../../frame/serve.ts'
import { savePagePassword, validPagePassword } from './contract.ts'
import { applyPassword } from './part-password.ts'
import { countTry, loadLock, loadPassword, putPass, type Trying } from './store.ts'

/**
 * The quotas that an attempt counts against: one per account, for all its sessions; one per display; for visits of a
 * share, one per network and one for the share, since a visitor can open any number of sessions.
 */
function whoTries({ shareId, limitKey }: Asker, ip: string): Trying[] {
  const most = limits.pageTriesPerMinute
  if (shareId === null) return [{ who: limitKey, most }]
  return [
    { who: `${limitKey} from ${networkOf(ip)}`, most },
    { who: limitKey, most: limits.pageTriesOfVisits },
  ]
}

export default [
  serve(savePagePassword, { kind: 'change' }, async ({ id, password }, call) => {
    const page = await loadLock(call.sight, id)
    if (!page) throw fail('notFound')
    await applyPassword(call, id, password === null ? { checkpwd: '0' } : { checkpwd: '1', password })
    const object = { type: 'page', id, name: page.title } as const
    const [before, after] = [{ isLocked: page.passwordHash !== null }, { isLocked: password !== null }]
    return { act: 'savePagePassword', object, before, after, data: null }
  }),

  serve(validPagePassword, { kind: 'own', openTo: ['page'] }, async ({ id, password }, { sight, asker, ip, now }) => {
    const passwordHash = await loadPassword(sight, id)
    if (!passwordHash) return null
    if (!(await countTry(sight, id, whoTries(asker, ip), now()))) throw fail('tooFrequent')
    if (!(await verify(passwordHash, password))) throw fail('pagePasswordWrong', {}, { field: 'password' })
    await putPass(sight, id, asker.sessionHash, now())
    return null
  }),
] satisfies RoomServer
