// A form: initial values, a mutation, and fields. Errors are shown at their field.
import { Drawer, Form, type FormInstance } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import './form.css'
import { ApiError } from '../contract/call.ts'
import { sessionLostCodes } from '../contract/errors.ts'
import { Act } from './act.tsx'
import { confirm } from './confirm.tsx'
import { useFocusBack } from './focus-back.ts'
import { Icon } from './icon.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { openModals } from './modal-box.tsx'
import { PlainAct } from './plain.tsx'
import { uiText } from './text.ts'
import { useNarrow } from './use-media.ts'
import { useText } from './words.ts'

type Send<V, R> = {
  /** Usually a mutation's `mutateAsync` of `formOf(endpoint)`. */
  onSubmit: (values: V) => Promise<R>
  /** Called after the form was sent successfully. */
  onDone?: (result: R) => void
}

/** Sends the values; an error that names a field of the form is shown there, any other at the bottom of the form. */
function useSend<V extends object, R>(form: FormInstance<V>, { onSubmit, onDone }: Send<V, R>) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<ApiError | null>(null)
  const send = async (values: V) => {
    setBusy(true)
    setFault(null)
    try {
      onDone?.(await onSubmit(values))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!showAtField(form, error) && !sessionLostCodes.includes(error.code)) setFault(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, fault, send }
}

function showAtField<V extends object>(form: FormInstance<V>, error: ApiError): boolean {
  const name = error.field?.split('.')
  // Called without arguments, `getFieldsValue` returns only the mounted fields.
  if (!name || !(name[0]! in form.getFieldsValue())) return false
  form.setFields([{ name: name as never, errors: [error.message] }])
  form.scrollToField(name, { behavior: 'smooth', block: 'center' })
  return true
}

export function FormFrame<V extends object, R = unknown>({
  initial,
  act,
  why,
  onCancel,
  onChange,
  children,
  ...sending
}: Send<V, R> & {
  initial: Partial<V>
  /** The text of the button; "Save" by default. */
  act?: string
  /** The reason why the form cannot be sent now; shown at the button. */
  why?: string | undefined
  onCancel?: () => void
  /** Called at every change, for fields that depend on others. */
  onChange?: (values: V) => void
  children: ReactNode
}) {
  const t = useText(uiText)
  const [form] = Form.useForm<V>()
  const { busy, fault, send } = useSend(form, sending)
  return (
    <Form<V>
      form={form}
      className="form"
      layout="vertical"
      requiredMark={false}
      initialValues={initial}
      disabled={busy}
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={(values) => void send(values)}
      onValuesChange={(_, values) => onChange?.(values as V)}
    >
      {children}
      <footer className="form-foot">
        <Fault fault={fault} />
        <div className="form-acts">
          <Act kind="primary" submit busy={busy} why={why}>
            {act ?? t('save')}
          </Act>
          {onCancel && <PlainAct onClick={onCancel}>{t('cancel')}</PlainAct>}
        </div>
      </footer>
    </Form>
  )
}

/** Asks before the entries of an open form are lost: when its drawer is closed, and when the page is left. */
function useEntryGuard(open: boolean, title: string, onClose: () => void) {
  const t = useText(uiText)
  const [isChanged, setChanged] = useState(false)
  const leave = useLeaveGuard(open && isChanged && title, { note: t('closeNote') })
  const release = () => {
    leave()
    setChanged(false)
  }
  const close = () => {
    release()
    onClose()
  }
  const ask = async () => {
    if (!isChanged) return close()
    const words = { title: t('closeTitle'), act: t('closeAct'), target: title, note: t('closeNote') }
    if (await confirm({ ...words, danger: true })) close()
  }
  return { ask, close, release, noteChange: () => setChanged(true) }
}

/**
 * A form in a drawer, for adding or changing an entry of a list. Cancel discards the input; any other way of closing
 * asks first.
 */
export function FormDrawer<V extends object, R = unknown>({
  open,
  title,
  initial,
  act,
  why,
  onClose,
  onChange,
  report,
  width = 420,
  children,
  ...sending
}: Send<V, R> & {
  open: boolean
  title: string
  initial: Partial<V>
  act?: string
  why?: string | undefined
  onClose: () => void
  onChange?: (values: V) => void
  /** Shown in place of the form after success; without it the drawer closes. */
  report?: (result: R) => ReactNode
  width?: number
  children: ReactNode
}) {
  const { ask, close, release, noteChange } = useEntryGuard(open, title, onClose)
  const [shown, setShown] = useState<ReactNode>()
  return (
    <SideDrawer open={open} title={title} width={width} onClose={() => void ask()} enter>
      {shown ?? (
        <FormFrame<V, R>
          initial={initial}
          why={why}
          onCancel={close}
          {...(act ? { act } : {})}
          onChange={(values) => {
            noteChange()
            onChange?.(values)
          }}
          onSubmit={sending.onSubmit}
          onDone={(result) => {
            release()
            sending.onDone?.(result)
            if (report) setShown(report(result))
            else close()
          }}
        >
          {children}
        </FormFrame>
      )}
    </SideDrawer>
  )
}

/** A panel from the right; the list stays visible. The whole width on a phone. */
export function SideDrawer({
  open,
  title,
  width = 420,
  onClose,
  enter = false,
  children,
}: {
  open: boolean
  title: string
  width?: number
  onClose: () => void
  /** Focuses the first field of its form. */
  enter?: boolean
  children: ReactNode
}) {
  const narrow = useNarrow()
  useFocusBack(open)
  const body = useRef<HTMLDivElement>(null)
  const isEntered = useRef(false)
  // On a phone, focusing a field would open the keyboard before the user has read the form.
  const begin = (isOpen: boolean) => {
    const wasEntered = isEntered.current
    isEntered.current = false
    // If the user has already focused a field, the focus stays there, even if the drawer has taken it since.
    if (!isOpen || !enter || narrow || wasEntered) return
    body.current?.querySelector<HTMLElement>('.form input:not([disabled])')?.focus({ preventScroll: true })
  }
  return (
    <Drawer
      open={open}
      title={title}
      size={narrow ? '100%' : width}
      onClose={(event) => {
        // Escape belongs to the dialog above the drawer; and it must not also answer the question that it opens here.
        if (openModals.get().length > 0) return
        event.preventDefault()
        onClose()
      }}
      afterOpenChange={begin}
      destroyOnHidden
    >
      <div
        ref={body}
        onFocusCapture={() => {
          isEntered.current = true
        }}
      >
        {children}
      </div>
    </Drawer>
  )
}

function Fault({ fault }: { fault: ApiError | null }) {
  const t = useText(uiText)
  if (!fault) return null
  return (
    <p className="form-fault" role="alert">
      <Icon name="alarm" size={16} />
      <span>
        {fault.message}
        {fault.code > 0 && <small>{t('code', { code: fault.code })}</small>}
      </span>
    </p>
  )
}
