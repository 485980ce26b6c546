import { hash, verify } from '@node-rs/argon2'
import { fail } from '../../contract/errors.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { drawToken } from '../../core/draw-token.ts'
import { sha256 } from '../../core/sha256.ts'
import { keyTold } from '../permission-words.ts'
import {
  type ChangeCall,
  type PublicCall,
  type RoomServer,
  serve,
  serveChange,
  serveOpen,
  serveOpenOwn,
  servePublic,
} from '../serve.ts'
import {
  editShareAuth,
  editSharePassword,
  enterShare,
  leaveShare,
  lookAtShare,
  renewShareLink,
  type ShareAuths,
  shareInfo,
  visitInfo,
} from './contract.ts'
import { closedBy, mustWait, permissionsOf, shareMenus } from './rules.ts'
import {
  countTry,
  countVisits,
  findShare,
  forgiveTry,
  insertVisit,
  loadShare,
  loadVisited,
  nameOf,
  noTries,
  putShare,
} from './store.ts'

/** The device of a change, held so that two changes of its share are one after the other. */
async function held({ sight }: ChangeCall, id: EquipmentId) {
  await sight.lock(`share ${id}`)
  const device = await nameOf(sight, id)
  if (!device) throw fail('equipmentNotFound')
  return { type: 'equipment', id, name: device.name } as const
}

/** Nobody gives what he lacks. */
function refuseBeyond({ user, language }: ChangeCall, auths: ShareAuths): void {
  const lacked = permissionsOf(auths).find((key) => !user.auths.includes(key))
  if (lacked) throw fail('grantsMore', { what: keyTold(lacked, language) })
}

/** The share of a link that is good. Throws shareUnknown, shareEnded, shareExpired. */
async function openOf({ db, now }: PublicCall, token: string) {
  const share = await findShare(db, sha256(token))
  if (!share) throw fail('shareUnknown')
  const isShared = share.isShared && !share.orgDisabled
  const closed = closedBy({ isShared, hasPassword: share.passwordHash !== null, expiresAt: share.expiresAt }, now())
  if (closed) throw fail(closed)
  return { ...share, passwordHash: share.passwordHash ?? '' }
}

const minutesUntil = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 60_000))

export default [
  serve(shareInfo, async ({ equipId }, { sight, now }) => {
    const { id, shown, tokenHash, passwordHash, failures, lockedUntil } = await loadShare(sight, equipId)
    return {
      ...shown,
      hasLink: tokenHash !== null,
      hasPassword: passwordHash !== null,
      visits: id === null ? 0 : await countVisits(sight, id, now()),
      lockedUntil: mustWait({ failures, lockedUntil }, now()) ? lockedUntil : null,
    }
  }),

  serveChange(editSharePassword, async ({ equipId, sharePwd }, call) => {
    const object = await held(call, equipId)
    const passwordHash = await hash(sharePwd)
    await putShare(call.sight, equipId, { passwordHash, ...noTries }, call.now())
    return { act: 'changeSharePassword', object, data: null }
  }),

  serveChange(editShareAuth, async ({ equipId, isShared, ...auths }, call) => {
    const object = await held(call, equipId)
    const { tokenHash, passwordHash, shown: before } = await loadShare(call.sight, equipId)
    if (isShared && (tokenHash === null || passwordHash === null || auths.menus.length === 0))
      throw fail('shareIncomplete')
    refuseBeyond(call, auths)
    const after = { isShared, ...auths }
    await putShare(call.sight, equipId, after, call.now())
    return { act: 'changeShare', object, before, after, data: null }
  }),

  serveChange(renewShareLink, async ({ equipId }, call) => {
    const object = await held(call, equipId)
    const token = drawToken()
    await putShare(call.sight, equipId, { tokenHash: sha256(token), ...noTries }, call.now())
    return { act: 'renewShareLink', object, data: { token } }
  }),

  servePublic(lookAtShare, async ({ token }, call) => {
    await openOf(call, token)
    return null
  }),

  servePublic(enterShare, async ({ token, password }, call) => {
    const { db, now, ip, agent } = call
    const { id: shareId, orgId, equipmentId, name, passwordHash, lockedUntil } = await openOf(call, token)
    if (!(await countTry(db, shareId, now())))
      throw fail('tooManyFailures', { minutes: minutesUntil(lockedUntil, now()) })
    if (!(await verify(passwordHash, password))) throw fail('sharePasswordWrong', {}, { field: 'password' })
    await forgiveTry(db, shareId, now())
    const visit = drawToken()
    const expiresAt = now() + limits.sessionMaxMs
    const row = { tokenHash: sha256(visit), shareId, linkHash: sha256(token), passwordHash, ip, agent, expiresAt }
    const begun = await insertVisit(db, row, now(), limits.visitsPerShare)
    if (begun !== 'begun') throw fail(begun === 'full' ? 'visitCapacity' : 'shareEnded')
    const { loginname = '' } = (await call.visitorOf(row.tokenHash)) ?? {}
    const operation = { act: 'enterShare', object: { type: 'equipment', id: equipmentId, name } } as const
    await call.recordAs({ orgId, accountId: null, loginname, ip }, operation)
    return { visit }
  }),

  serveOpen(shareMenus, visitInfo, async (_, { sight, asker }) => {
    const visited = asker.shareId === null ? undefined : await loadVisited(sight, asker.shareId)
    if (!visited) throw fail('visitEnded')
    return { ...visited, zone: visited.zone ?? asker.zone }
  }),

  serveOpenOwn(shareMenus, leaveShare, async (_, { sight, asker }) => {
    if (asker.shareId === null) throw fail('visitEnded')
    await sight.remove('session').where('session.tokenHash', '=', asker.sessionHash).execute()
    return null
  }),
] satisfies RoomServer
