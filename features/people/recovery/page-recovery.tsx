// Password recovery, one step per page. [S2 /findpwd] As small as the login: no antd.
import type { ReactNode } from 'react'
import './recovery.css'
import { Go, usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { LoginFrame } from '../../platform/open/style-login-frame.tsx'
import { AccountStep, FinishStep, PasswordStep, QuestionStep, SentCodeStep, WaysStep } from './steps.tsx'
import { recoveryText } from './text.ts'
import { RecoveryShown } from './use-recovery.tsx'

const steps = ['account', 'validate', 'password', 'finish'] as const
type Step = (typeof steps)[number]

const bodies: Record<string, () => ReactNode> = {
  account: AccountStep,
  validate: WaysStep,
  'validate/tel': () => <SentCodeStep way="tel" />,
  'validate/email': () => <SentCodeStep way="email" />,
  'validate/question': QuestionStep,
  password: PasswordStep,
  finish: FinishStep,
}

export default function RecoveryPage() {
  const t = useText(recoveryText)
  const { path } = usePlace()
  const at = path.replace(/^(\/client)?\/findpwd\//, '')
  const step = steps.find((each) => at.startsWith(each)) ?? 'account'
  const Body = bodies[at] ?? AccountStep
  const needsBegun = step === 'validate' || step === 'password'
  return (
    <LoginFrame title={t('title')} isWide>
      <Steps now={step} />
      {needsBegun ? (
        <RecoveryShown key={at}>
          <Body />
        </RecoveryShown>
      ) : (
        <Body />
      )}
      {step !== 'finish' && (
        <p className="recovery-back">
          <Go to="/login">{t('backToLogin')}</Go>
        </p>
      )}
    </LoginFrame>
  )
}

function Steps({ now }: { now: Step }) {
  const t = useText(recoveryText)
  const place = steps.indexOf(now)
  return (
    <ol className="recovery-steps">
      {steps.map((step, at) => (
        <li key={step} data-done={at < place} aria-current={at === place ? 'step' : undefined}>
          {t(`step_${step}`)}
        </li>
      ))}
    </ol>
  )
}
