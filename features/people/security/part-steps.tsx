// The steps that verify an account and set its password, for the own account and for a recovery. Without antd, as the
// pages before the login are.
import type { ReactNode } from 'react'
import './part-steps.css'
import { limits } from '../../../contract/limits.ts'
import { weakPassword } from '../../../contract/password-rule.ts'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { NewPasswordField } from '../../../ui/password-field.tsx'
import { PlainField } from '../../../ui/plain.tsx'
import { PlainStep, usePlainForm } from '../../../ui/plain-form.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import { CodeField } from '../../platform/open/verification-code-field.tsx'
import type { QuestionKey, Way } from './contract.ts'
import { questionLabels } from './part-questions.ts'
import { stepsText } from './steps-text.ts'

const icons: Record<Way, IconName> = { tel: 'phone', email: 'mail', question: 'info', password: 'lock' }

/** The ways to verify an account, as links; `note` is the masked address of a way. */
export function WayList({
  lead,
  ways,
}: {
  lead: string
  ways: readonly { way: Way; to: string; note: string | null }[]
}) {
  const t = useText(stepsText)
  return (
    <div className="security-ways">
      <p>{lead}</p>
      <ChoiceList
        choices={ways.map(({ way, ...choice }) => ({ key: way, ...choice, icon: icons[way], name: t(`by_${way}`) }))}
      />
    </div>
  )
}

type Step = {
  /** The button is as wide as the form. */
  large?: boolean
  /** Shown below the button. */
  below?: ReactNode
}

/** Verifies by a code that is sent to the masked address `to`. */
export function CodeStep({
  way,
  to,
  onSend,
  onCheck,
  ...step
}: Step & {
  way: 'tel' | 'email'
  to: string | null | undefined
  onSend: () => Promise<unknown>
  onCheck: (code: string) => Promise<unknown>
}) {
  const t = useText(stepsText)
  const form = usePlainForm({ code: '' })
  const { code } = form.values
  return (
    <PlainStep
      {...step}
      form={form}
      act={t('next')}
      faults={() => ({ code: code.trim() ? undefined : t('codeRequired') })}
      send={() => onCheck(code)}
      note={
        <>
          {t(`to_${way}`)} <b>{to}</b>
        </>
      }
    >
      <CodeField {...form.field('code')} onSend={onSend} />
    </PlainStep>
  )
}

const answers = ['answer1', 'answer2', 'answer3'] as const
type Answers = Record<(typeof answers)[number], string>

/** Verifies by the answers to the account's questions, at most three. */
export function AnswerStep({
  questions,
  autoFocus = false,
  onCheck,
  ...step
}: Step & {
  questions: readonly QuestionKey[]
  autoFocus?: boolean
  onCheck: (values: Answers) => Promise<unknown>
}) {
  const t = useText(stepsText)
  const language = useLanguage()
  const form = usePlainForm<keyof Answers>({ answer1: '', answer2: '', answer3: '' })
  const missing = () => answers.filter((answer) => !form.values[answer].trim())
  return (
    <PlainStep
      {...step}
      form={form}
      act={t('next')}
      faults={() => Object.fromEntries(missing().map((answer) => [answer, t('answerRequired')]))}
      send={() => onCheck(form.values)}
    >
      {questions.map((question, place) => (
        <PlainField
          key={question}
          label={labelIn(questionLabels[question], language)}
          {...form.field(answers[place]!)}
          autoComplete="off"
          autoFocus={autoFocus && place === 0}
          maxLength={limits.securityAnswerLength}
        />
      ))}
    </PlainStep>
  )
}

/** Verifies by the current password. */
export function PasswordStep({ onCheck }: { onCheck: (password: string) => Promise<unknown> }) {
  const t = useText(stepsText)
  const form = usePlainForm({ password: '' })
  const { password } = form.values
  return (
    <PlainStep
      form={form}
      act={t('next')}
      faults={() => ({ password: password ? undefined : t('passwordRequired') })}
      send={() => onCheck(password)}
    >
      <PlainField
        label={t('nowPassword')}
        type="password"
        {...form.field('password')}
        autoComplete="current-password"
        autoFocus
        maxLength={200}
      />
    </PlainStep>
  )
}

/** Sets a password, typed twice; `asksOld` asks for the current one too. */
export function NewPasswordStep({
  asksOld = false,
  note,
  onSave,
}: {
  asksOld?: boolean
  note?: string
  onSave: (values: { oldPassword: string; password: string }) => Promise<unknown>
}) {
  const t = useText(stepsText)
  const form = usePlainForm({ oldPassword: '', password: '', again: '' })
  const { oldPassword, password, again } = form.values
  return (
    <PlainStep
      large
      form={form}
      act={t('setPassword')}
      faults={() => ({
        oldPassword: asksOld && !oldPassword ? t('passwordRequired') : undefined,
        password: weakPassword(password) ? t('passwordWeak') : undefined,
        again: again === password ? undefined : t('passwordDiffers'),
      })}
      send={() => onSave({ oldPassword, password })}
      note={note}
    >
      {asksOld && (
        <PlainField
          label={t('nowPassword')}
          type="password"
          {...form.field('oldPassword')}
          autoComplete="current-password"
          autoFocus
          maxLength={200}
        />
      )}
      <NewPasswordField label={t('newPassword')} {...form.field('password')} autoFocus={!asksOld} />
      <PlainField
        label={t('passwordAgain')}
        type="password"
        {...form.field('again')}
        autoComplete="new-password"
        maxLength={200}
      />
    </PlainStep>
  )
}
