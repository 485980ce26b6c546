import { hash, verify } from '@node-rs/argon2'
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { networkOf } from '../../../core/network-of.ts'
import { sha256 } from '../../../core/sha256.ts'
import { type PublicCall, type RoomServer, serve } from '../../frame/serve.ts'
import { type Channel, type CodeOf, codes } from '../../platform/verification/contract.ts'
import { countStranger } from '../login/part-guard.ts'
import { cannotChoose, plainAnswer } from '../security/rules.ts'
import {
  beginRecovery,
  checkRecoveryAnswers,
  checkRecoveryCode,
  type Recovery,
  recoverPassword,
  recoveryState,
  sendRecoveryCode,
} from './contract.ts'
import { type Identity, madeUp, waysOf } from './rules.ts'
import {
  findAccount,
  insertTicket,
  loadAccount,
  loadAnswers,
  loadPlatformOrg,
  loadTicket,
  type RecoveredAccount,
  type Ticket,
  usePassword,
  verifyTicket,
} from './store.ts'

// A hash that is verified when there is no answer, so that both cases take the same time.
const nobody = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$0Gr1FpSg5Gm0bQ3mVb3oJrzfJrXQbnKzr5b3cyuE6DM'
const hourMs = 3600_000

type Step = {
  ticket: Ticket
  account: RecoveredAccount | undefined
  answerHashes: readonly string[]
  identity: Identity
}

/** The recovery of the calling browser. Throws recoveryGone. */
async function stepOf(call: PublicCall): Promise<Step> {
  const ticket = call.recoveryHash ? await loadTicket(call.db, call.recoveryHash, call.now()) : undefined
  if (!ticket) throw fail('recoveryGone')
  return withIdentity(call, ticket, await loadAccount(call.db, ticket.accountId))
}

/** Adds the ways to verify the account. For an unknown name the same work is done with invented data. */
async function withIdentity(call: PublicCall, ticket: Ticket, account: RecoveredAccount | undefined): Promise<Step> {
  const answers = await loadAnswers(call.db, account?.id ?? null)
  const invented = madeUp(call.use(codes).mark(`identity\n${ticket.loginname.toLowerCase()}`))
  const identity = account
    ? { tel: account.phone, email: account.email, questions: answers.map(({ question }) => question) }
    : invented
  return { ticket, account, answerHashes: answers.map(({ answerHash }) => answerHash), identity }
}

function shown({ use }: PublicCall, { ticket, identity }: Step, isVerified = ticket.verified): Recovery {
  const able = { sms: use(codes).by('sms') !== 'off', email: use(codes).by('email') !== 'off' }
  const { loginname, expiresAt } = ticket
  return { loginname, ways: waysOf(identity, able), questions: [...identity.questions], isVerified, expiresAt }
}

const channelOf = { tel: 'sms', email: 'email' } as const satisfies Record<string, Channel>

/** Key of the limits: the account, or the unknown name. */
const holderOf = ({ ticket, account }: Step) =>
  account ? `account ${account.id}` : `name ${ticket.loginname.toLowerCase()}`

function codeOf(call: PublicCall, step: Step, way: 'tel' | 'email'): CodeOf {
  const target = step.identity[way]
  const isOffered = shown(call, step).ways.some((each) => each.way === way)
  if (target === null || !isOffered) throw fail('wayNotSet')
  const holder = `recovery ${step.ticket.tokenHash.toString('base64url')}`
  return { holder, purpose: 'recovery', channel: channelOf[way], target }
}

async function bounded({ use }: PublicCall, key: string, max: number, perMs: number): Promise<void> {
  if (!(await use(codes).countTry(key, { max, perMs }))) throw fail('tooFrequent')
}

/** Logs a guess, in the account's organisation, or in the platform's for an unknown name. Both cost the same. */
async function recordGuess(call: PublicCall, { ticket, account }: Step, code: number): Promise<void> {
  const platformOrg = await loadPlatformOrg(call.db)
  const { id, orgId, loginname } = account ?? { id: null, orgId: platformOrg, loginname: ticket.loginname }
  const object = { type: 'account', id, name: loginname } as const
  const operation = { act: 'verificationFailed', object, code, result: 'failure' } as const
  await call.recordAs({ orgId, accountId: id, loginname, ip: call.ip }, operation)
}

async function pass(call: PublicCall, step: Step): Promise<Recovery> {
  await verifyTicket(call.db, step.ticket.tokenHash)
  return shown(call, step, true)
}

export default [
  serve(beginRecovery, { kind: 'public' }, async ({ loginname, ...given }, call) => {
    const { db, now, ip } = call
    const refused = await countStranger(call, 'recovery', given)
    if (refused) throw refused
    await bounded(call, `recoveries of ${networkOf(ip)}`, limits.recoveriesPerNetworkHour, hourMs)
    const account = await findAccount(db, loginname)
    const token = drawToken()
    const tokenHash = sha256(token)
    const [createdAt, expiresAt] = [now(), now() + limits.recoveryMs]
    await insertTicket(db, { tokenHash, accountId: account?.id ?? null, loginname, createdAt, expiresAt })
    call.setRecovery(token)
    const ticket = { tokenHash, accountId: account?.id ?? null, loginname, verified: false, expiresAt }
    return shown(call, await withIdentity(call, ticket, account))
  }),

  serve(recoveryState, { kind: 'public' }, async (_, call) => shown(call, await stepOf(call))),

  serve(sendRecoveryCode, { kind: 'public' }, async ({ way }, call) => {
    const step = await stepOf(call)
    const code = codeOf(call, step, way)
    // Independent of the name: whether this message could be delivered would reveal whether the account exists.
    if (call.use(codes).isFailing(code.channel)) throw fail('messageFailed')
    const { ip, language } = call
    await call.use(codes).send({ ...code, isMadeUp: !step.account, account: holderOf(step), ip, language })
    return null
  }),

  serve(checkRecoveryCode, { kind: 'public' }, async ({ way, code }, call) => {
    const step = await stepOf(call)
    const answer = await call.use(codes).check(codeOf(call, step, way), code)
    if (answer === 'right' && step.account) return pass(call, step)
    if (answer === 'gone') throw fail('codeGone', {}, { field: 'code' })
    const failure = fail('captchaWrong', {}, { field: 'code' })
    await recordGuess(call, step, failure.code)
    throw failure
  }),

  serve(checkRecoveryAnswers, { kind: 'public' }, async ({ answer1, answer2, answer3 }, call) => {
    const step = await stepOf(call)
    if (step.identity.questions.length === 0) throw fail('wayNotSet')
    await bounded(call, `answers ${holderOf(step)}`, limits.answerTriesPerDay, 24 * hourMs)
    const right = await Promise.all(
      [answer1, answer2, answer3].map((answer, place) =>
        verify(step.answerHashes[place] ?? nobody, plainAnswer(answer)),
      ),
    )
    if (step.account && step.answerHashes.length === right.length && !right.includes(false)) return pass(call, step)
    const failure = fail('answersWrong')
    await recordGuess(call, step, failure.code)
    throw failure
  }),

  serve(recoverPassword, { kind: 'public' }, async ({ password }, call) => {
    const { ticket, account } = await stepOf(call)
    if (!ticket.verified || !account) throw fail('recoveryGone')
    const refused = cannotChoose(password, account.loginname)
    if (refused) throw refused
    const isSet = await usePassword(call.db, ticket, { passwordHash: await hash(password), passwordAt: call.now() })
    if (!isSet) throw fail('recoveryGone')
    call.setRecovery(null)
    const { id, orgId, loginname } = account
    const object = { type: 'account', id, name: loginname } as const
    await call.recordAs({ orgId, accountId: id, loginname, ip: call.ip }, { act: 'passwordRecovered', object })
    return null
  }),
] satisfies RoomServer
