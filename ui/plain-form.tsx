// A form of plain fields: the typed values, the platform's error, and the field it belongs to.
import { type FormEvent, type ReactNode, useState } from 'react'
import './plain-form.css'
import { ApiError } from '../contract/call.ts'
import { Icon } from './icon.tsx'
import { PlainAct } from './plain.tsx'

type Errors = Readonly<Record<string, string | undefined>>

type PlainFormState<F extends string> = {
  values: Readonly<Record<F, string>>
  set: (field: F) => (value: string) => void
  errors: Errors
  /** Value, change and error of a field: `<PlainField label={t('tel')} {...form.field('tel')} />`. */
  field: (field: F) => { value: string; onChange: (value: string) => void; error: string | undefined }
  /** Shows faults found before anything is sent; true if there are any. */
  refuse: (faults: Errors) => boolean
  busy: boolean
  /** Runs the work once; a fault of the platform is shown at its field, or above the button. */
  run: (work: () => Promise<unknown>) => Promise<void>
}

/** State of a form of text fields: `usePlainForm({ tel: '', code: '' })`. */
export function usePlainForm<F extends string>(initial: Readonly<Record<F, string>>): PlainFormState<F> {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const set = (field: F) => (value: string) => {
    setValues((now) => ({ ...now, [field]: value }))
    setErrors((now) => ({ ...now, [field]: undefined, form: undefined }))
  }
  return {
    values,
    errors,
    busy,
    set,
    field: (field) => ({ value: values[field], onChange: set(field), error: errors[field] }),
    refuse(faults) {
      setErrors(faults)
      return Object.values(faults).some(Boolean)
    },
    async run(work) {
      if (busy) return
      setBusy(true)
      setErrors({})
      try {
        await work()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const field = error.field !== undefined && error.field in initial ? error.field : 'form'
        setErrors({ [field]: error.message })
      } finally {
        setBusy(false)
      }
    },
  }
}

/** The form element: Enter sends it. */
export function PlainForm({
  error,
  onSubmit,
  children,
}: {
  /** An error that belongs to no field. */
  error?: string | undefined
  onSubmit: () => void
  children: ReactNode
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="plain-form" onSubmit={submit} noValidate>
      {error && (
        <p className="plain-form-fault" role="alert">
          <Icon name="alarm" size={16} />
          {error}
        </p>
      )}
      {children}
    </form>
  )
}

/** A whole plain form with its button: shows the faults found before anything is sent, else sends once. */
export function PlainStep<F extends string>({
  form,
  faults,
  send,
  act,
  large = false,
  note,
  below,
  children,
}: {
  form: PlainFormState<F>
  faults?: () => Errors
  send: () => Promise<unknown>
  /** Label of the button. */
  act: string
  /** The button is as wide as the form. */
  large?: boolean
  /** Shown above the fields. */
  note?: ReactNode
  /** Shown below the button. */
  below?: ReactNode
  children: ReactNode
}) {
  const submit = () => {
    if (!faults || !form.refuse(faults())) void form.run(send)
  }
  const button = (
    <PlainAct kind="primary" large={large} submit busy={form.busy}>
      {act}
    </PlainAct>
  )
  return (
    <PlainForm error={form.errors.form} onSubmit={submit}>
      {note && <p className="plain-form-note">{note}</p>}
      {children}
      {large ? button : <div className="plain-form-acts">{button}</div>}
      {below}
    </PlainForm>
  )
}
