// Security of the own account: password, phone, e-mail, security questions. A verification opens a change window of ten
// minutes. [S4 Password change] [S7 Security/account]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { NewPassword } from '../../../contract/new-password.ts'

/** The ways in which an account can be verified. */
export const ways = ['tel', 'email', 'question', 'password'] as const
export type Way = (typeof ways)[number]

/** Questions to choose from; their texts are in the page. */
export const questionKeys = [
  'firstSchool',
  'firstTeacher',
  'childhoodFriend',
  'firstPet',
  'birthTown',
  'firstStreet',
  'firstJob',
  'firstColleague',
  'favouriteBook',
  'firstMachine',
] as const
export type QuestionKey = (typeof questionKeys)[number]

const Question = z.enum(questionKeys)
const answer = text(limits.securityAnswerLength)
/** The answers in the order of the questions. */
export const answers = { answer1: answer, answer2: answer, answer3: answer }
/** A code that was sent by SMS or e-mail. */
export const code = z.string().trim().min(1).max(10)

const about = {
  window: 'Opens the change window of this session for ten minutes.',
}
const opened = z.object({ changeUntil: Instant })

export const getUserMessage = post('/org/SecurityMessageAction!getUserMessage.action', {
  may: 'signedIn',
  early: true,
  about:
    'Returns the account: basic information, its security settings (addresses masked), and what may be changed now.',
  input: nothing,
  output: z.object({
    loginname: z.string(),
    name: z.string(),
    company: z.string().nullable(),
    address: z.string().nullable(),
    /** Path of the account's picture. */
    avatar: z.string().nullable(),
    tel: z.string().nullable(),
    email: z.string().nullable(),
    hasQuestions: z.boolean(),
    passwordAt: Instant.nullable(),
    /** Ways to verify the account, limited to messages that the platform can send now. */
    ways: z.array(z.enum(ways)),
    hasSms: z.boolean(),
    hasMail: z.boolean(),
    /** End of the change window of this session; null: closed. */
    changeUntil: Instant.nullable(),
    mustChoosePassword: z.boolean(),
  }),
})

export const getUserEmail = post('/org/SecurityMessageAction!getUserEmail.action', {
  may: 'signedIn',
  about: 'The e-mail address of the account, masked.',
  input: nothing,
  output: z.object({ email: z.string().nullable() }),
})

export const getSmsCode = post('/org/SMSVerifycodeAction!getSMSCode.action', {
  may: 'signedIn',
  about: 'Sends a code to the phone of the account.',
  input: nothing,
  output: done,
})

export const getSmsCodeForNew = post('/org/SMSVerifycodeAction!getSMSCodeForNew.action', {
  may: 'signedIn',
  about: 'Sends a code to a phone number that the account is to have; the change window must be open.',
  input: z.object({ tel: z.string().max(30) }),
  output: done,
})

export const getEmailCode = post('/org/EmailVerifycodeAction!getEmailCode.action', {
  may: 'signedIn',
  about:
    'Sends a code to the e-mail address of the account, or to one that it is to have (the change window must be open).',
  input: z.object({ email: z.string().max(200).nullish() }),
  output: done,
})

export const validateSmsVerifycode = post('/org/SecurityMessageAction!validateSmsVerifycode.action', {
  may: 'signedIn',
  about: `Checks the code sent to the phone. ${about.window}`,
  input: z.object({ code }),
  output: opened,
})

export const validateEmailForChangePwd = post('/org/SecurityMessageAction!validateEmailForChangePwd.action', {
  may: 'signedIn',
  about: `Checks the code sent by e-mail. ${about.window}`,
  input: z.object({ code }),
  output: opened,
})

export const getUserSecurityQuestion = post('/org/SecurityMessageAction!getUserSecurityQuestion.action', {
  may: 'signedIn',
  about: 'The security questions of the account, in their order.',
  input: nothing,
  output: z.object({ questions: z.array(Question) }),
})

export const validateQuestionForChangePwd = post('/org/SecurityMessageAction!validateQuestionForChangePwd.action', {
  may: 'signedIn',
  about: `Checks the answers to all security questions. ${about.window}`,
  input: z.object(answers),
  output: opened,
})

export const validateOldPwdForChangePwd = post('/org/SecurityMessageAction!validateOldPwdForChangePwd.action', {
  may: 'signedIn',
  about: `Checks the password. ${about.window}`,
  input: z.object({ password: z.string().max(200) }),
  output: opened,
})

export const setPwd = post('/org/SecurityMessageAction!setPwd.action', {
  may: 'signedIn',
  about: 'Sets a new password; the change window must be open. Every other session of the account ends.',
  input: z.object({ password: NewPassword }),
  output: done,
})

export const setTel = post('/org/SecurityMessageAction!setTel.action', {
  may: 'signedIn',
  about: 'Sets the phone number to which a code was sent; the change window must be open.',
  input: z.object({ tel: z.string().max(30), code }),
  output: done,
})

export const setEmail = post('/org/SecurityMessageAction!setEmail.action', {
  may: 'signedIn',
  about: 'Sets the e-mail address to which a code was sent; the change window must be open.',
  input: z.object({ email: z.string().max(200), code }),
  output: done,
})

export const getQuestions = post('/org/SecurityMessageAction!getQuestions.action', {
  may: 'signedIn',
  about: 'The security questions to choose from.',
  input: nothing,
  output: z.object({ questions: z.array(Question) }),
})

export const setSecrecyMessage = post('/org/SecurityMessageAction!setSecrecyMessage.action', {
  may: 'signedIn',
  about: 'Sets three different security questions with their answers; the change window must be open.',
  input: z.object({ question1: Question, question2: Question, question3: Question, ...answers }),
  output: done,
})

export const saveNewPassword = post('/org/AccountInternalAction!saveNewPassword.action', {
  may: 'signedIn',
  early: true,
  about: 'Sets a new password by the old one; also for an account that must choose one of its own first.',
  input: z.object({ oldPassword: z.string().max(200), password: NewPassword }),
  output: done,
})
