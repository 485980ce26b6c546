import { hash, verify } from '@node-rs/argon2'
import { fail } from '../../../contract/errors.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { codes } from '../../platform/verification/contract.ts'
import { maskEmail, maskTel } from '../../platform/verification/rules.ts'
import * as contract from './contract.ts'
import {
  bound,
  change,
  choosePassword,
  contactTaken,
  describe,
  mustBeOpen,
  mustBePassword,
  mustHaveCode,
  newEmail,
  newTel,
  object,
  open,
  orTaken,
  ownAccount,
  refuse,
  send,
  verifyCode,
} from './own-account.ts'
import { cannotChoose, plainAnswer } from './rules.ts'
import { atHome, changeOwn, isTaken, loadAnswers, putAnswers } from './store.ts'

const verifying = [
  serve(contract.getUserMessage, { kind: 'across' }, (_, call) => describe(call)),

  serve(contract.getUserEmail, { kind: 'across' }, async (_, call) => {
    const { email } = await ownAccount(call)
    return { email: email && maskEmail(email) }
  }),

  serve(contract.getSmsCode, { kind: 'across' }, async (_, call) => send(call, await bound(call, 'sms'))),

  serve(contract.validateSmsVerifycode, { kind: 'across' }, ({ code }, call) => verifyCode(call, 'sms', code)),

  serve(contract.validateEmailForChangePwd, { kind: 'across' }, ({ code }, call) => verifyCode(call, 'email', code)),

  serve(contract.getUserSecurityQuestion, { kind: 'across' }, async (_, { db, user }) => ({
    questions: (await loadAnswers(db, user.accountId)).map(({ question }) => question),
  })),

  serve(contract.validateQuestionForChangePwd, { kind: 'across' }, async ({ answer1, answer2, answer3 }, call) => {
    const stored = await loadAnswers(call.db, call.user.accountId)
    if (stored.length === 0) throw fail('wayNotSet')
    const bounds = { max: limits.answerTriesPerDay, perMs: 24 * 3600_000 }
    if (!(await call.use(codes).countTry(`answers account ${call.user.accountId}`, bounds))) throw fail('tooFrequent')
    const given = [answer1, answer2, answer3].map(plainAnswer)
    const right = await Promise.all(stored.map(({ answerHash }, place) => verify(answerHash, given[place] ?? '')))
    if (right.includes(false)) throw await refuse(call, 'question', 'answersWrong')
    return open(call)
  }),

  serve(contract.validateOldPwdForChangePwd, { kind: 'across' }, async ({ password }, call) => {
    await mustBePassword(call, await ownAccount(call), password, 'password')
    return open(call)
  }),
] satisfies RoomServer

const changing = [
  serve(contract.setPwd, { kind: 'across' }, async ({ password }, call) => {
    await mustBeOpen(call)
    return choosePassword(call, await ownAccount(call), password)
  }),

  serve(contract.saveNewPassword, { kind: 'across' }, async ({ oldPassword, password }, call) => {
    const own = await ownAccount(call)
    const refused = cannotChoose(password, own.loginname)
    // Checked before the old password, so that a weak new one costs no try.
    if (refused) throw refused
    await mustBePassword(call, own, oldPassword, 'oldPassword')
    return choosePassword(call, own, password)
  }),

  serve(contract.getSmsCodeForNew, { kind: 'across' }, async ({ tel }, call) => {
    await mustBeOpen(call)
    const phone = newTel(tel, call)
    if (await isTaken(call.db, { phone }, call.user.accountId)) throw contactTaken('tel')
    return send(call, { channel: 'sms', purpose: 'setTel', target: phone })
  }),

  serve(contract.setTel, { kind: 'across' }, async ({ tel, code }, call) => {
    await mustBeOpen(call)
    const phone = newTel(tel, call)
    const before = await ownAccount(call)
    await mustHaveCode(call, { channel: 'sms', purpose: 'setTel', target: phone }, code)
    const lines = { before: { phone: before.phone && maskTel(before.phone) }, after: { phone: maskTel(phone) } }
    await change(call, { act: 'phoneChanged', ...lines }, (sight) =>
      changeOwn(sight, call.user.accountId, { phone }),
    ).catch(orTaken('tel'))
    return null
  }),

  serve(contract.getEmailCode, { kind: 'across' }, async ({ email: given }, call) => {
    if (!given) return send(call, await bound(call, 'email'))
    await mustBeOpen(call)
    const email = newEmail(given, call)
    if (await isTaken(call.db, { email }, call.user.accountId)) throw contactTaken('email')
    return send(call, { channel: 'email', purpose: 'setEmail', target: email })
  }),

  serve(contract.setEmail, { kind: 'across' }, async ({ email: given, code }, call) => {
    await mustBeOpen(call)
    const email = newEmail(given, call)
    const before = await ownAccount(call)
    await mustHaveCode(call, { channel: 'email', purpose: 'setEmail', target: email }, code)
    const lines = { before: { email: before.email && maskEmail(before.email) }, after: { email: maskEmail(email) } }
    await change(call, { act: 'emailChanged', ...lines }, (sight) =>
      changeOwn(sight, call.user.accountId, { email, emailAt: call.now() }),
    ).catch(orTaken('email'))
    return null
  }),

  serve(contract.getQuestions, { kind: 'across' }, async () => ({ questions: [...contract.questionKeys] })),

  serve(contract.setSecrecyMessage, { kind: 'across' }, async (input, call) => {
    await mustBeOpen(call)
    const questions = [input.question1, input.question2, input.question3]
    const twice = questions.findIndex((each, place) => questions.indexOf(each) !== place)
    if (twice >= 0) throw badField(`question${twice + 1}`, 'notAllowed', call.language)
    const given = [input.answer1, input.answer2, input.answer3].map(plainAnswer)
    const empty = given.indexOf('')
    if (empty >= 0) throw badField(`answer${empty + 1}`, 'tooSmall', call.language)
    const hashes = await Promise.all(given.map((each) => hash(each)))
    const answers = questions.map((question, place) => ({ question, answerHash: hashes[place]! }))
    await atHome(call.db, call.user.homeOrgId, async (sight, db) => {
      await putAnswers(db, call.user.accountId, answers)
      await call.record({ act: 'questionsChanged', object: object(call), after: { questions } }, sight)
    })
    return null
  }),
] satisfies RoomServer

export default [...verifying, ...changing] satisfies RoomServer
