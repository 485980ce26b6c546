// The one way a session of an account begins, however it has shown who it is.
import { fail } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { networkOf } from '../../../core/network-of.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { PublicCall, User } from '../../frame/serve.ts'
import { sessionUser } from '../../frame/spine-services.ts'
import { type AccountRow, insertSession, rememberPlaces, removeSession } from './store.ts'

/** What an account is known by again. */
export const marksOf = ({
  ip,
  deviceHash,
}: Pick<PublicCall, 'ip' | 'deviceHash'>): { network: string; device?: string } => ({
  network: networkOf(ip),
  ...(deviceHash ? { device: `device ${deviceHash.toString('hex')}` } : {}),
})

/**
 * Opens the session; throws wrongCredentials where the account is no longer what was authenticated. `confirmedAt`: when
 * somebody showed who he is, which is now unless another site remembers it.
 */
export async function openSession(
  call: PublicCall,
  account: AccountRow,
  confirmedAt: number = call.now(),
): Promise<User> {
  const token = drawToken()
  const tokenHash = sha256(token)
  if (call.sessionHash) await removeSession(call.db, call.sessionHash)
  const { id: accountId, orgId, loginname } = account
  const session = { tokenHash, ip: call.ip, agent: call.agent, confirmedAt }
  const isOpen = await insertSession(call.db, account, session, call.now())
  // It was changed while its password was checked.
  if (!isOpen) throw fail('wrongCredentials')
  const operation = { act: 'login', object: { type: 'account', id: accountId, name: loginname } } as const
  await call.recordAs({ orgId, accountId, loginname, ip: call.ip }, operation)
  const user = await call.use(sessionUser)(tokenHash)
  if (!user) throw fail('wrongCredentials')
  call.setSession(token)
  await remember(call, accountId)
  return user
}

/** This browser and this address are the account's from now on. */
async function remember(call: PublicCall, accountId: AccountId): Promise<void> {
  const token = drawToken()
  const deviceHash = call.deviceHash ?? sha256(token)
  if (!call.deviceHash) call.setDevice(token)
  await rememberPlaces(call.db, accountId, Object.values(marksOf({ ip: call.ip, deviceHash })), call.now())
}
