// The form of a driver, generated from its description: fields, sections, units, help, defaults.
import { useMutation } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useRef, useState } from 'react'
import { z } from 'zod'
import './driver.css'
import { formOf } from '../../../contract/call.ts'
import type { Driver } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { firstFault } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import type { About, Field as DriverField, Words } from '../../../drivers/driver.ts'
import { isReference } from '../../../drivers/secret.ts'
import { Field, FieldPair, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { isStale, useConfig, useWords } from '../open/config-query.ts'
import { TestConnection } from '../probe/part-test.tsx'
import { pointOnly } from '../probe/rules.ts'
import { type ConfigHead, DriverConflict } from './conflict.tsx'
import { saveDriver } from './contract.ts'
import type { DriverValues } from './merge.ts'
import { AddressExamples } from './part-address-examples.tsx'
import { completeOf } from './rules.ts'
import { FileInput, SecretInput } from './secret-input.tsx'
import { driverText } from './text.ts'

type Values = DriverValues

export function DriverForm({
  info,
  newest,
  driver,
  type,
  onClose,
}: {
  info: Pick<EquipmentInfo, 'id' | 'zone' | 'isTemplate'>
  /** The newest configuration at the time when the form opens. */
  newest: ConfigHead
  /** The edited driver; undefined for a new one. */
  driver: Driver | undefined
  /** The protocol; it cannot be changed, because the addresses of variables depend on it. */
  type: string
  onClose: (isSaved: boolean) => void
}) {
  const t = useText(driverText)
  const isSaved = useRef(false)
  const { mutateAsync } = useMutation(formOf(saveDriver))
  // The base version is fixed, so that saves of other users cause a conflict.
  const [head, setHead] = useState(newest)
  const [stale, setStale] = useState<Values>()
  const equipmentId = info.id
  const saved = head.config.drivers.find(({ id }) => id === driver?.id)
  const about = aboutOf(type)
  return (
    <FormDrawer<Values>
      open
      width={520}
      title={t(driver ? 'editDriver' : 'addDriver')}
      initial={driver ? completeOf(driver) : { name: '', type, params: { ...about?.initial } }}
      onSubmit={async (values) => {
        const complete = { ...values, id: saved?.id ?? null }
        await mutateAsync({ equipmentId, version: head.version, driver: complete }).catch((error: unknown) => {
          if (isStale(error)) setStale(values)
          throw error
        })
        isSaved.current = true
        toast.good(t('driverSaved', { name: values.name }))
      }}
      onClose={() => onClose(isSaved.current)}
    >
      <DriverFields saved={driver} />
      {!info.isTemplate && <DriverTest equipmentId={equipmentId} driver={driver} />}
      {stale && (
        <DriverConflict
          info={info}
          head={head}
          id={driver?.id}
          values={stale}
          onHead={setHead}
          onClose={() => setStale(undefined)}
          onGone={() => onClose(false)}
        />
      )}
    </FormDrawer>
  )
}

/** Tests the current settings with the first variable of the driver. */
function DriverTest({ equipmentId, driver }: { equipmentId: EquipmentId; driver: Driver | undefined }) {
  const form = Form.useFormInstance<Values>()
  const { data } = useConfig(equipmentId)
  const type: string = Form.useWatch('type') ?? form.getFieldValue('type')
  const params: Driver['params'] = Form.useWatch('params') ?? form.getFieldValue('params')
  const first = data?.config.signals.find(({ driverId, access }) => driverId === driver?.id && access !== 'w')
  return (
    <TestConnection
      equipmentId={equipmentId}
      draft={{ type, params }}
      first={first && pointOnly(first)}
      onAccept={(param, value) => form.setFieldValue(['params', param], value)}
    />
  )
}

function DriverFields({ saved }: { saved: Driver | undefined }) {
  const t = useText(driverText)
  const form = Form.useFormInstance<Values>()
  const type: string = Form.useWatch('type') ?? form.getFieldValue('type')
  const params: Driver['params'] = Form.useWatch('params') ?? form.getFieldValue('params')
  const about = aboutOf(type)
  return (
    <>
      <FieldPair>
        <TextField name="name" label={t('driverName')} required max={limits.titleLength} />
        <Field name="type" label={t('driverType')} note={about && t(about.verified)}>
          <TypeName />
        </Field>
      </FieldPair>
      {about &&
        sectionsOf(about).map((section) => (
          <section key={section} className="driver-section">
            <h3>{t(section)}</h3>
            <FieldPair>
              {about.fields
                .filter((field) => field.section === section)
                .map((field) => (
                  // A hidden field stays part of the form, so that its value is sent.
                  <div key={field.key} style={isShown(field, about, params) ? shown : hidden}>
                    <ParamField field={field} about={about} saved={saved?.params[field.key]} />
                  </div>
                ))}
            </FieldPair>
          </section>
        ))}
      {about && <AddressExamples about={about} params={params ?? {}} />}
    </>
  )
}

const shown = { display: 'contents' } as const
const hidden = { display: 'none' } as const

/** Whether the field belongs to the chosen values, and the field that decides it is shown too. */
function isShown({ shownIf }: DriverField, about: About, params: Driver['params'] | undefined): boolean {
  if (!shownIf) return true
  const decisive = about.fields.find(({ key }) => key === shownIf.key)
  return params?.[shownIf.key] === shownIf.value && (!decisive || isShown(decisive, about, params))
}

/** The name of the protocol, as a field that cannot be changed. */
function TypeName({ value = '', id }: { value?: string; id?: string }) {
  const t = useText(driverText)
  const tell = useWords()
  const about = aboutOf(value)
  return (
    <output id={id} className="driver-type">
      {about ? tell(about.names) : t('unknownDriver', { type: value })}
    </output>
  )
}

/** Sections in display order, without empty ones. */
const sectionsOf = ({ fields }: About) =>
  (['connection', 'timing', 'format'] as const).filter((each) => fields.some(({ section }) => section === each))

/** The input of one parameter; the driver's schema validates it in the browser as on the server. */
function ParamField({ field, about, saved }: { field: DriverField; about: About; saved: unknown }) {
  const tell = useWords()
  const language = useLanguage()
  const form = Form.useFormInstance<Values>()
  const { key, label, input, help } = field
  const rule = {
    validator: async () => {
      const parsed = about.params.safeParse(form.getFieldValue('params'), { reportInput: true })
      const issue = parsed.error?.issues.find(({ path }) => path[0] === key)
      if (issue) throw new Error(firstFault(new z.ZodError([issue]), language).reason)
    },
  }
  return (
    <Field
      name={['params', key]}
      label={tell(label)}
      note={help && tell(help)}
      rules={[rule]}
      checked={input === 'switch'}
    >
      {controlOf(field, saved, tell)}
    </Field>
  )
}

/** The control to which the form passes value and onChange. */
function controlOf({ input, unit, options = [] }: DriverField, saved: unknown, tell: (words: Words) => string) {
  switch (input) {
    case 'switch':
      return <Switch size="small" />
    case 'select':
      return <Select options={options.map((option) => ({ value: option.value, label: tell(option.label) }))} />
    case 'number':
      return <InputNumber controls={false} suffix={unit} />
    case 'secret':
      return <SecretInput kept={isReference(saved) ? saved : null} />
    case 'file':
      return <FileInput />
    case 'text':
      return <Input autoComplete="off" spellCheck={false} suffix={unit} />
  }
}
