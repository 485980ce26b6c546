// Shared by the calls on the own account: loading, verification, codes, and changes.
import { hash, verify } from '@node-rs/argon2'
import { type Failure, fail, type PlainName } from '../../../contract/errors.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { userImagePath } from '../../../contract/user-image.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { Operation } from '../../frame/operation.ts'
import type { WideCall } from '../../frame/serve.ts'
import { type Channel, type CodeOf, codes, type Purpose } from '../../platform/verification/contract.ts'
import { emailOf, maskEmail, maskTel, telOf } from '../../platform/verification/rules.ts'
import { type Way, ways } from './contract.ts'
import { cannotChoose, changeUntil } from './rules.ts'
import {
  atHome,
  changeOwn,
  isDuplicate,
  loadAnswers,
  loadOpenedAt,
  loadOwn,
  type OwnAccount,
  putOpenedAt,
  putSession,
} from './store.ts'

export const ownAccount = async ({ db, user }: WideCall): Promise<OwnAccount> => {
  const own = await loadOwn(db, user.accountId)
  if (!own) throw fail('sessionLost')
  return own
}

/** The object of log entries: the account. */
export const object = ({ user: { accountId: id, loginname: name } }: WideCall) =>
  ({ type: 'account', id, name }) as const

/** Changes the account and logs the change, in the account's own organisation. */
export const change = (
  call: WideCall,
  operation: Omit<Operation, 'object'>,
  work?: (sight: WritableSight) => Promise<void>,
): Promise<void> =>
  atHome(call.db, call.user.homeOrgId, async (sight) => {
    await work?.(sight)
    await call.record({ object: object(call), ...operation }, sight)
  })

export async function mustBeOpen({ db, user, now }: WideCall): Promise<void> {
  if (changeUntil(await loadOpenedAt(db, user.sessionHash), now()) === null) throw fail('changeWindowClosed')
}

/** Starts the period in which the account may be changed after verification. */
export async function open({ db, user, now }: WideCall): Promise<{ changeUntil: number }> {
  await putOpenedAt(db, user.sessionHash, now())
  return { changeUntil: now() + limits.changeWindowMs }
}

/** Logs a failed verification, because another person may use an unattended screen. */
export async function refuse(call: WideCall, way: Way, name: PlainName): Promise<Failure> {
  const failure = fail(name)
  await change(call, { act: 'verificationFailed', after: { way }, code: failure.code, result: 'failure' })
  return failure
}

type Target = { channel: Channel; purpose: Purpose; target: string }
const codeOf = ({ user }: WideCall, to: Target): CodeOf => ({ holder: `account ${user.accountId}`, ...to })

export async function send(call: WideCall, to: Target): Promise<null> {
  const { use, user, ip, language } = call
  if (use(codes).by(to.channel) === 'off') throw fail('messagesOff')
  const { delivered } = await use(codes).send({
    ...codeOf(call, to),
    account: `account ${user.accountId}`,
    ip,
    language,
  })
  await delivered
  return null
}

/** The account's phone or address, as a target of codes. */
export async function bound(call: WideCall, channel: Channel): Promise<Target> {
  const { phone, email } = await ownAccount(call)
  const target = channel === 'sms' ? phone : email
  if (target === null) throw fail('wayNotSet')
  return { channel, purpose: 'verify', target }
}

export async function verifyCode(call: WideCall, channel: Channel, code: string): Promise<{ changeUntil: number }> {
  const answer = await call.use(codes).check(codeOf(call, await bound(call, channel)), code)
  if (answer === 'gone') throw fail('codeGone')
  if (answer === 'wrong') throw await refuse(call, channel === 'sms' ? 'tel' : 'email', 'captchaWrong')
  // The code proves that the address belongs to the account's owner, even if another account entered it.
  const { accountId, homeOrgId } = call.user
  if (channel === 'email')
    await atHome(call.db, homeOrgId, (sight) => changeOwn(sight, accountId, { emailAt: call.now() }))
  return open(call)
}

/** Throws unless the code was sent to the new phone or address. */
export async function mustHaveCode(call: WideCall, to: Target, code: string): Promise<void> {
  const answer = await call.use(codes).check(codeOf(call, to), code)
  if (answer !== 'right') throw fail(answer === 'gone' ? 'codeGone' : 'captchaWrong', {}, { field: 'code' })
}

export const newTel = (text: string, { language }: WideCall): string => {
  const tel = telOf(text)
  if (!tel) throw badField('tel', 'badFormat', language)
  return tel
}

export const newEmail = (text: string, { language }: WideCall): string => {
  const email = emailOf(text)
  if (!email) throw badField('email', 'badFormat', language)
  return email
}

export const contactTaken = (field: 'tel' | 'email'): Failure =>
  fail(field === 'tel' ? 'phoneExists' : 'emailExists', {}, { field })

/** Maps a duplicate to a failure: of two calls at the same moment the database accepts one. */
export const orTaken =
  (field: 'tel' | 'email') =>
  (error: unknown): never => {
    throw isDuplicate(error) ? contactTaken(field) : error
  }

export async function mustBePassword(call: WideCall, own: OwnAccount, password: string, field: string): Promise<void> {
  const isFirst = await call.use(codes).countTry(`old password ${call.user.accountId}`, {
    max: limits.oldPasswordTries,
    perMs: limits.lockoutMs,
  })
  if (!isFirst) throw fail('tooManyFailures', { minutes: limits.lockoutMs / 60_000 })
  if (await verify(own.passwordHash, password)) return
  const { message } = await refuse(call, 'password', 'oldPasswordWrong')
  throw fail(message as 'oldPasswordWrong', {}, { field })
}

/** Sets the password, which ends every session of the account, and continues this browser in a new session. */
export async function choosePassword(call: WideCall, own: OwnAccount, password: string): Promise<null> {
  const refused = cannotChoose(password, own.loginname)
  if (refused) throw refused
  if (await verify(own.passwordHash, password)) throw fail('passwordUnchanged', {}, { field: 'password' })
  const { user, ip, agent, now } = call
  const passwordHash = await hash(password)
  const token = drawToken()
  const session = { tokenHash: sha256(token), accountId: user.accountId, ip, agent }
  await change(call, { act: 'passwordChanged' }, async (sight) => {
    await changeOwn(sight, user.accountId, { passwordHash, passwordAt: now(), changePassword: false })
    const actingOrgId = user.orgId === user.homeOrgId ? null : user.orgId
    await putSession(sight, { ...session, actingOrgId }, now())
  })
  call.setSession(token)
  return null
}

const has = ({ use }: WideCall, channel: Channel) => use(codes).by(channel) !== 'off'

export async function describe(call: WideCall): Promise<ReturnType<typeof messageOf>> {
  const own = await ownAccount(call)
  const answers = await loadAnswers(call.db, call.user.accountId)
  return messageOf(call, own, answers.length > 0, await loadOpenedAt(call.db, call.user.sessionHash))
}

function messageOf(call: WideCall, own: OwnAccount, hasQuestions: boolean, openedAt: number | undefined) {
  const { loginname, name, company, address, phone, email, passwordAt, changePassword, image } = own
  const [hasSms, hasMail] = [has(call, 'sms'), has(call, 'email')]
  const able: Record<Way, boolean> = {
    tel: hasSms && phone !== null,
    email: hasMail && email !== null,
    question: hasQuestions,
    password: true,
  }
  return {
    loginname,
    name,
    company,
    address,
    avatar: image && userImagePath(image),
    tel: phone && maskTel(phone),
    email: email && maskEmail(email),
    hasQuestions,
    passwordAt: passwordAt || null,
    ways: ways.filter((way) => able[way]),
    hasSms,
    hasMail,
    changeUntil: changeUntil(openedAt, call.now()),
    mustChoosePassword: changePassword,
  }
}
