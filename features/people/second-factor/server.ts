import { randomBytes } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { fail } from '../../../contract/errors.ts'
import { atHome } from '../../../db/at-home.ts'
import type { Operation } from '../../frame/operation.ts'
import { type RoomServer, serve, type WideCall } from '../../frame/serve.ts'
import {
  appStep,
  beginSecondFactor,
  endSecondFactor,
  finishSecondFactor,
  querySecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
} from './contract.ts'
import { afterTakingOff, drawRecoveryCodes, holdSteps, takeCode } from './part-step.ts'
import { base32, plainCode, uriOf } from './rules.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  loadFactor,
  loadPasswordHash,
  loadSteps,
  putFactor,
  putRequired,
  putSecret,
  removeSecret,
} from './store.ts'

const operation = ({ user }: WideCall, more: Omit<Operation, 'object'>): Operation => ({
  object: { type: 'account', id: user.accountId, name: user.loginname },
  ...more,
})

async function mustHaveCode(call: WideCall, code: string, before?: () => Promise<void>): Promise<void> {
  if (!(await takeCode(call, call.user.accountId, code, before))) throw fail('codeWrong', {}, { field: 'code' })
}

export default [
  serve(querySecondFactor, { kind: 'across' }, async (_, { db, user }) => ({
    ...(await loadSteps(db, user.accountId)),
    codesLeft: await countRecoveryCodes(db, user.accountId),
  })),

  serve(beginSecondFactor, { kind: 'across' }, async (_, { db, user, seal, now }) => {
    const secret = base32(randomBytes(20))
    if (!(await putSecret(db, user.accountId, seal(secret), now()))) throw fail('secondFactorOn')
    return { secret, uri: uriOf(secret, { issuer: 'Gatehouse', account: user.loginname }) }
  }),

  serve(finishSecondFactor, { kind: 'across' }, async ({ code }, call) => {
    const { db, user, now } = call
    const factor = await loadFactor(db, user.accountId)
    if (!factor?.secretSealed) throw fail('noSecondFactor')
    if (factor.confirmedAt !== null) throw fail('secondFactorOn')
    const step = call.use(appStep)(factor.secretSealed, plainCode(code))
    if (step === undefined) throw fail('codeWrong', {}, { field: 'code' })
    return atHome(db, user.homeOrgId, async (sight, inner) => {
      if (!(await confirmFactor(inner, user.accountId, step, now()))) throw fail('secondFactorOn')
      await call.record(operation(call, { act: 'secondFactorOn' }), sight)
      return { recoveryCodes: await drawRecoveryCodes(inner, user.accountId) }
    })
  }),

  serve(renewRecoveryCodes, { kind: 'across' }, async ({ code = '' }, call) => {
    const { db, user, now } = call
    const { since, passkeys } = await loadSteps(db, user.accountId)
    if (since === null && passkeys === 0) throw fail('noSecondFactor')
    // An account with passkeys only has just confirmed with one, or with the password.
    if (since !== null) await mustHaveCode(call, code)
    return atHome(db, user.homeOrgId, async (sight, inner) => {
      await putFactor(inner, user.accountId, now())
      await call.record(operation(call, { act: 'recoveryCodesRenewed' }), sight)
      return { recoveryCodes: await drawRecoveryCodes(inner, user.accountId) }
    })
  }),

  serve(endSecondFactor, { kind: 'across' }, async ({ password, code }, call) => {
    const { db, user } = call
    const { since, passkeys, isRequired } = await loadSteps(db, user.accountId)
    if (since === null) throw fail('noSecondFactor')
    if (isRequired && passkeys === 0) throw fail('secondFactorRequired')
    await mustHaveCode(call, code, async () => {
      const hash = await loadPasswordHash(db, user.accountId)
      const isRight = hash !== undefined && (await verify(hash, password).catch(() => false))
      if (!isRight) throw fail('passwordWrong', {}, { field: 'password' })
    })
    await atHome(db, user.homeOrgId, async (sight, inner) => {
      await holdSteps(inner, user.accountId)
      await removeSecret(inner, user.accountId)
      await afterTakingOff(inner, user.accountId)
      await call.record(operation(call, { act: 'secondFactorOff' }), sight)
    })
    return null
  }),

  serve(requireSecondFactor, { kind: 'across' }, async ({ required }, call) => {
    const { db, user } = call
    const { since, passkeys } = await loadSteps(db, user.accountId)
    // The caller must have a second step, because otherwise they would be forced to set one up next.
    if (required && since === null && passkeys === 0) throw fail('noSecondFactor')
    await atHome(db, user.homeOrgId, async (sight, inner) => {
      await putRequired(inner, user.homeOrgId, required)
      await call.record(operation(call, { act: 'secondFactorRequired', after: { required } }), sight)
    })
    return null
  }),
] satisfies RoomServer
