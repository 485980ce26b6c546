import { randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { atHome } from '../../db/at-home.ts'
import { type Operation, type RoomServer, serveAcross, serveOperator, type WideCall } from '../serve.ts'
import {
  beginSecondFactor,
  endSecondFactor,
  finishSecondFactor,
  querySecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
} from './contract.ts'
import { base32, plainCode, shownCode, uriOf } from './rules.ts'
import { hashOfCode, takeCode } from './step.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  isRequiredOf,
  loadFactor,
  loadPasswordHash,
  putRecoveryCodes,
  putRequired,
  putSecret,
  removeFactor,
} from './store.ts'

const operation = ({ user }: WideCall, more: Omit<Operation, 'object'>): Operation => ({
  object: { type: 'account', id: user.accountId, name: user.loginname },
  ...more,
})

const drawCodes = () => Array.from({ length: limits.recoveryCodes }, () => base32(randomBytes(10)))

/** Whether the account has a second step in use. Throws if it has none. */
async function mustBeOn({ db, user }: WideCall): Promise<void> {
  if (((await loadFactor(db, user.accountId))?.confirmedAt ?? null) === null) throw fail('noSecondFactor')
}

async function mustHaveCode(call: WideCall, code: string, before?: () => Promise<void>): Promise<void> {
  if (!(await takeCode(call, call.user.accountId, code, before))) throw fail('codeWrong', {}, { field: 'code' })
}

export default [
  serveAcross(querySecondFactor, async (_, { db, user }) => ({
    since: (await loadFactor(db, user.accountId))?.confirmedAt ?? null,
    codesLeft: await countRecoveryCodes(db, user.accountId),
    isRequired: await isRequiredOf(db, user.accountId),
  })),

  serveAcross(beginSecondFactor, async (_, { db, user, seal, now }) => {
    const secret = base32(randomBytes(20))
    if (!(await putSecret(db, user.accountId, seal(secret), now()))) throw fail('secondFactorOn')
    return { secret, uri: uriOf(secret, { issuer: 'Gatehouse', account: user.loginname }) }
  }),

  serveAcross(finishSecondFactor, async ({ code }, call) => {
    const { db, user, now } = call
    const factor = await loadFactor(db, user.accountId)
    if (!factor) throw fail('noSecondFactor')
    if (factor.confirmedAt !== null) throw fail('secondFactorOn')
    const step = call.appStep(factor.secretSealed, plainCode(code))
    if (step === undefined) throw fail('codeWrong', {}, { field: 'code' })
    const codes = drawCodes()
    await atHome(db, user.homeOrgId, async (sight, inner) => {
      if (!(await confirmFactor(inner, user.accountId, step, now()))) throw fail('secondFactorOn')
      await putRecoveryCodes(inner, user.accountId, codes.map(hashOfCode))
      await call.record(operation(call, { act: 'secondFactorOn' }), sight)
    })
    return { recoveryCodes: codes.map(shownCode) }
  }),

  serveAcross(renewRecoveryCodes, async ({ code }, call) => {
    const { db, user } = call
    await mustBeOn(call)
    await mustHaveCode(call, code)
    const codes = drawCodes()
    await atHome(db, user.homeOrgId, async (sight, inner) => {
      await putRecoveryCodes(inner, user.accountId, codes.map(hashOfCode))
      await call.record(operation(call, { act: 'recoveryCodesRenewed' }), sight)
    })
    return { recoveryCodes: codes.map(shownCode) }
  }),

  serveAcross(endSecondFactor, async ({ password, code }, call) => {
    const { db, user } = call
    await mustBeOn(call)
    if (await isRequiredOf(db, user.accountId)) throw fail('secondFactorRequired')
    await mustHaveCode(call, code, async () => {
      const hash = await loadPasswordHash(db, user.accountId)
      const isRight = hash !== undefined && (await verify(hash, password).catch(() => false))
      if (!isRight) throw fail('passwordWrong', {}, { field: 'password' })
    })
    await atHome(db, user.homeOrgId, async (sight, inner) => {
      await removeFactor(inner, user.accountId)
      await call.record(operation(call, { act: 'secondFactorOff' }), sight)
    })
    return null
  }),

  serveOperator(requireSecondFactor, async ({ required }, call) => {
    // Who asks it of others has it: else the next thing that he may do is to set it up.
    if (required) await mustBeOn(call)
    await atHome(call.db, call.user.homeOrgId, async (sight, inner) => {
      await putRequired(inner, required)
      await call.record(operation(call, { act: 'secondFactorRequired', after: { required } }), sight)
    })
    return null
  }),
] satisfies RoomServer
