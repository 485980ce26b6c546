// The fields of a form. Each shows its limits in the user's language.
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { Segmented } from './segmented.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

type Name = string | (string | number)[]
type Rules = NonNullable<Parameters<typeof Form.Item>[0]['rules']>
type Common = {
  name: Name
  label: string
  required?: boolean
  /** A note of one line below the field. */
  note?: ReactNode
  disabled?: boolean
}

/** Wraps any control with `value` and `onChange` as a field of a form. */
export function Field({
  name,
  label,
  required = false,
  note,
  rules = [],
  children,
  checked = false,
}: Omit<Common, 'disabled'> & { rules?: Rules; children: ReactNode; checked?: boolean }) {
  const t = useText(uiText)
  return (
    <Form.Item
      name={name}
      label={
        <span className="form-label">
          {label}
          {required && <em aria-hidden="true">*</em>}
        </span>
      }
      extra={note}
      rules={[...(required ? [{ required: true, message: t('required') }] : []), ...rules]}
      valuePropName={checked ? 'checked' : 'value'}
    >
      {children}
    </Form.Item>
  )
}

export function TextField({
  max,
  placeholder,
  area = false,
  password = false,
  rules = [],
  disabled,
  ...common
}: Common & { max?: number; placeholder?: string; area?: boolean; password?: boolean; rules?: Rules }) {
  const t = useText(uiText)
  const limits: Rules = [
    ...(max ? [{ max, message: t('tooLong', { max }) }] : []),
    ...(common.required ? [{ whitespace: true, message: t('required') }] : []),
    ...rules,
  ]
  const props = { placeholder, disabled, ...(max ? { count: { max, show: area } } : {}) }
  return (
    <Field {...common} rules={limits}>
      {area ? (
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} {...props} />
      ) : password ? (
        <Input.Password autoComplete="new-password" {...props} />
      ) : (
        <Input autoComplete="off" {...props} />
      )}
    </Field>
  )
}

export function NumberField({
  min,
  max,
  unit,
  digits,
  disabled,
  ...common
}: Common & { min?: number; max?: number; unit?: string; digits?: number }) {
  const t = useText(uiText)
  const message =
    min !== undefined && max !== undefined
      ? t('outOfRange', { min, max })
      : min !== undefined
        ? t('atLeast', { min })
        : t('atMost', { max: max ?? 0 })
  const rule = {
    type: 'number' as const,
    message,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
  return (
    <Field {...common} rules={min === undefined && max === undefined ? [] : [rule]}>
      <InputNumber
        controls={false}
        disabled={disabled}
        suffix={unit}
        {...(digits === undefined ? {} : { precision: digits })}
      />
    </Field>
  )
}

export type Option<V extends string | number> = { value: V; label: string; disabled?: boolean }

export function SelectField<V extends string | number>({
  options,
  multiple = false,
  placeholder,
  loading = false,
  clearable = false,
  disabled,
  ...common
}: Common & {
  options: readonly Option<V>[]
  multiple?: boolean
  placeholder?: string
  loading?: boolean
  clearable?: boolean
}) {
  return (
    <Field {...common}>
      <Select
        options={[...options]}
        {...(multiple ? { mode: 'multiple' as const } : {})}
        placeholder={placeholder}
        loading={loading}
        allowClear={clearable}
        disabled={disabled}
        showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
      />
    </Field>
  )
}

export function SwitchField({ disabled, ...common }: Common) {
  return (
    <Field {...common} checked>
      <Switch size="small" disabled={disabled} />
    </Field>
  )
}

/** A field with a few choices that are all visible. */
export function ChoiceField<V extends string>({
  options,
  ...common
}: Omit<Common, 'disabled'> & { options: readonly { value: V; label: string }[] }) {
  return (
    <Field {...common}>
      <Choice label={common.label} options={options} />
    </Field>
  )
}

/** The form passes value and onChange. */
function Choice<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: V; label: string }[]
  value?: V
  onChange?: (value: V) => void
}) {
  const first = options[0]!.value
  return <Segmented label={label} options={options} value={value ?? first} onChange={(next) => onChange?.(next)} />
}

/** Fields side by side; stacked on a phone. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="form-columns">{children}</div>
}
