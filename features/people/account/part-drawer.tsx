// The drawer of a form that adds an account or sets its password: a password that the platform has generated is shown
// once; otherwise a message confirms that the values are saved.
import type { ReactNode } from 'react'
import { FormDrawer } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { PasswordFields, type PasswordWay } from './part-fields.tsx'
import type { Shown } from './part-secret-once.tsx'

/** The way of the first password, and the password if it is typed. */
type Typed = { way: PasswordWay; password?: string }

export function AccountDrawer<V extends object>({
  loginname,
  asksPassword,
  initial,
  send,
  done,
  onDrawn,
  children,
  ...drawer
}: {
  title: string
  act?: string
  width?: number
  /** The username of an account that exists; that of a new one is typed. */
  loginname?: string
  /** Whether the form has the fields of a password. */
  asksPassword: boolean
  initial: Partial<V>
  /** Saves the values; `password`: null if the platform generates it. */
  send: (values: V, password: string | null) => Promise<{ password: string | null } | null>
  /** The message after saving. */
  done: (values: V & { loginname: string }) => string
  /** Called with a generated password. */
  onDrawn: (shown: Shown) => void
  onClose: () => void
  children?: ReactNode
}) {
  type Values = V & Typed & { loginname: string }
  return (
    <FormDrawer<Values, { values: Values; password: string | null }>
      open
      {...drawer}
      initial={{ ...(initial as Partial<Values>), way: 'draw' }}
      onSubmit={async (values) => {
        const { way, password = '', ...fields } = values
        const made = await send(fields as V, way === 'type' ? password : null)
        return { values: { ...values, loginname: loginname ?? values.loginname }, password: made?.password ?? null }
      }}
      onDone={({ values, password }) => {
        if (password === null) toast.good(done(values))
        else onDrawn({ loginname: values.loginname, password })
      }}
    >
      {children}
      {asksPassword && <PasswordFields />}
    </FormDrawer>
  )
}
