// A field for choosing a password: shows how strong it is, and which parts of the rule it meets so far. [S5] Without
// antd, as on the pages before the login.
import './password-field.css'
import { limits } from '../contract/limits.ts'
import { keepsRule, type PasswordRule, passwordRules, passwordStrength } from '../contract/password-rule.ts'
import { Icon } from './icon.tsx'
import { PlainField } from './plain.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

export function NewPasswordField({
  label,
  value,
  onChange,
  error,
  autoFocus = false,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  autoFocus?: boolean
}) {
  return (
    <div className="password-field">
      <PlainField
        label={label}
        type="password"
        value={value}
        onChange={onChange}
        error={error}
        autoComplete="new-password"
        autoFocus={autoFocus}
        maxLength={200}
      />
      <PasswordMeter password={value} />
    </div>
  )
}

const steps = [1, 2, 3, 4] as const
const ruleTexts = {
  length: 'passwordLength',
  characters: 'passwordCharacters',
  classes: 'passwordClasses',
  repeated: 'passwordRepeated',
} as const satisfies Record<PasswordRule, string>
const strengthTexts = ['passwordNone', 'passwordWeak', 'passwordFair', 'passwordGood', 'passwordStrong'] as const

/** The meter and the rule's list alone, below a field of a form. */
export function PasswordMeter({ password }: { password: string }) {
  const t = useText(uiText)
  const strength = passwordStrength(password)
  const says = {
    length: t(ruleTexts.length, { min: limits.passwordMin, max: limits.passwordMax }),
    characters: t(ruleTexts.characters),
    classes: t(ruleTexts.classes),
    repeated: t(ruleTexts.repeated),
  } satisfies Record<PasswordRule, string>
  return (
    <div className="password-meter">
      <div className={`password-bar password-bar-${strength}`} aria-hidden="true">
        {steps.map((step) => (
          <span key={step} className={step <= strength ? 'password-step-on' : undefined} />
        ))}
      </div>
      <p role="status">{t('passwordStrength', { strength: t(strengthTexts[strength]) })}</p>
      <ul>
        {passwordRules.map((rule) => {
          const isKept = keepsRule(password, rule)
          return (
            <li key={rule} className={isKept ? 'password-kept' : undefined}>
              <Icon name={isKept ? 'check' : 'more'} size={14} label={t(isKept ? 'passwordKept' : 'passwordOpen')} />
              {says[rule]}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
