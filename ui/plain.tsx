// Button and input without antd, for the pages before the login, which must be small.
import { type ReactNode, useId, useState } from 'react'
import './plain.css'
import { Icon, type IconName } from './icon.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

export type ActKind = 'primary' | 'plain' | 'link' | 'danger'

export function PlainAct({
  kind = 'plain',
  icon,
  submit = false,
  busy = false,
  disabled = false,
  large = false,
  pressed,
  onClick,
  children,
}: {
  kind?: ActKind
  icon?: IconName
  submit?: boolean
  /** The button is busy: it keeps its size and ignores further clicks. */
  busy?: boolean
  disabled?: boolean
  large?: boolean
  /** For a toggle button: whether it is on. */
  pressed?: boolean
  onClick?: () => void
  children: ReactNode
}) {
  const off = busy || disabled
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={`act act-${kind}${large ? ' act-large' : ''}`}
      aria-busy={busy}
      // The attribute `disabled` is not used, because the button must stay focusable so that its reason can be read.
      aria-disabled={off}
      aria-pressed={pressed}
      onClick={(event) => {
        if (off) event.preventDefault()
        else onClick?.()
      }}
    >
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
    </button>
  )
}

/** The word of an action that is `other` in other rows: as wide as the longer one, so that the actions are in columns. */
export const EitherWord = ({ shown, other }: { shown: string; other: string }) => (
  <span className="either-word" data-other={other}>
    {shown}
  </span>
)

/** A square button with an icon only; its label is for screen readers and shown on hover. */
export function IconAct({
  icon,
  label,
  pressed,
  disabled = false,
  onClick,
}: {
  icon: IconName
  label: string
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className="icon-act"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

export function PlainField({
  label,
  value,
  onChange,
  type = 'text',
  error,
  autoComplete,
  autoFocus,
  maxLength,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'password'
  error?: string | undefined
  autoComplete?: string
  autoFocus?: boolean
  maxLength?: number
  /** Shown at the end of the box, e.g. a captcha. */
  children?: ReactNode
}) {
  const t = useText(uiText)
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <div className={error ? 'field field-wrong' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          id={id}
          type={shown ? 'text' : type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          // biome-ignore lint/a11y/noAutofocus: a login page starts in its first field
          autoFocus={autoFocus}
          maxLength={maxLength}
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={!!error}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {type === 'password' && (
          <button
            type="button"
            className="icon-act"
            aria-label={t(shown ? 'hidePassword' : 'showPassword')}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} size={16} />
          </button>
        )}
        {children}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
