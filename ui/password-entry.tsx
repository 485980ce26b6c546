// A form that asks for one password. Without antd, as on the pages before the login.
import { PlainAct, PlainField } from './plain.tsx'
import { PlainForm, usePlainForm } from './plain-form.tsx'

export function PasswordEntry({
  label,
  act,
  large = false,
  onEnter,
}: {
  label: string
  /** Label of the button. */
  act: string
  large?: boolean
  /** A fault of the platform is shown at the field, or above it. */
  onEnter: (password: string) => Promise<unknown>
}) {
  const { values, field, errors, busy, run } = usePlainForm({ password: '' })
  return (
    <PlainForm error={errors.form} onSubmit={() => void run(() => onEnter(values.password))}>
      <PlainField label={label} type="password" {...field('password')} autoComplete="off" autoFocus maxLength={32} />
      <PlainAct kind="primary" large={large} submit busy={busy} disabled={values.password === ''}>
        {act}
      </PlainAct>
    </PlainForm>
  )
}
