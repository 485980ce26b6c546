// The form of a device, for adding and editing. [S3 Device] [S5]
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, DatePicker } from 'antd'
import dayjs from 'dayjs'
import './equipment.css'
import { queryOf } from '../../../contract/call.ts'
import type { InputOf } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import { ChoiceField, Field, FieldPair, NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { useZoneOf } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { zoneOptions } from '../../../ui/zone-options.ts'
import { PlacePicker } from '../../platform/open/ground-place-picker.tsx'
import { DeviceImageInput } from '../../platform/open/picture-device-image.tsx'
import { useTranslationNote } from '../../platform/open/translation-note.tsx'
import { type addEquipment, queryManufacturers } from './contract.ts'
import { GroupField } from './group-select.tsx'
import { SeenFields, ShownFields } from './shown-fields.tsx'
import { equipmentText } from './text.ts'

export type EquipmentValues = InputOf<typeof addEquipment>

export function EquipmentForm<R>({
  initial,
  act,
  onSubmit,
  onDone,
  onChange,
}: {
  initial: Partial<EquipmentValues>
  act?: string
  onSubmit: (values: EquipmentValues) => Promise<R>
  onDone: (result: R) => void
  onChange: () => void
}) {
  const t = useText(equipmentText)
  const note = useTranslationNote(initial.name)
  return (
    <div className="equipment-form">
      <FormFrame<EquipmentValues, R>
        initial={initial}
        onSubmit={(values) => onSubmit(cleared(values))}
        onDone={onDone}
        onChange={onChange}
        {...(act ? { act } : {})}
      >
        <h2>{t('base')}</h2>
        <TextField name="name" label={t('name')} required max={limits.equipmentNameLength} note={note} />
        <FieldPair>
          <GroupField name="groupId" />
          <TextField name="number" label={t('number')} max={50} />
          <ChoiceField
            name="ruleType"
            label={t('ruleType')}
            options={[
              { value: '00', label: t('ruleList') },
              { value: '01', label: t('rulePage') },
            ]}
          />
          <NumberField name="sort" label={t('sort')} min={1} max={1_000_000} digits={0} note={t('sortNote')} />
        </FieldPair>
        <Field name="image" label={t('image')}>
          <DeviceImageInput />
        </Field>
        <MachineFields />
        <PlaceFields onChosen={onChange} />
        <ShownFields />
        <SeenFields />
        <TextField name="remark" label={t('remark')} area max={limits.remarkLength} />
      </FormFrame>
    </div>
  )
}

/** Sends cleared fields as null: if absent, the old value would stay. */
const cleared = (values: EquipmentValues): EquipmentValues =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? null])) as EquipmentValues

function MachineFields() {
  const t = useText(equipmentText)
  const { data = [] } = useQuery(queryOf(queryManufacturers, {}))
  return (
    <>
      <h2>{t('papers')}</h2>
      <FieldPair>
        <Field name="manufacturer" label={t('manufacturer')}>
          <AutoComplete
            options={data.map((value) => ({ value }))}
            showSearch={{
              filterOption: (typed, option) => !!option?.value.toLowerCase().includes(typed.toLowerCase()),
            }}
          />
        </Field>
        <TextField name="iccid" label={t('iccid')} max={22} />
        <DateField name="factoryDate" label={t('factoryDate')} />
        <DateField name="installDate" label={t('installDate')} />
        <DateField name="warrantyUntil" label={t('warrantyUntil')} />
      </FieldPair>
    </>
  )
}

function PlaceFields({ onChosen }: { onChosen: () => void }) {
  const t = useText(equipmentText)
  const zone = useZoneOf({ zone: null })
  return (
    <>
      <h2>{t('place')}</h2>
      <TextField name="address" label={t('address')} max={200} />
      <FieldPair>
        <NumberField name="longitude" label={t('longitude')} min={-180} max={180} unit="°" />
        <NumberField name="latitude" label={t('latitude')} min={-90} max={90} unit="°" />
        <SelectField name="zone" label={t('zone')} options={zoneOptions} clearable note={t('zoneNote', { zone })} />
      </FieldPair>
      <PlacePicker onChosen={onChosen} />
    </>
  )
}

const shape = 'YYYY-MM-DD'
const first = dayjs('1970-01-01')

/** A date as text, in the format of the API. */
function DateField({ name, label }: { name: string; label: string }) {
  return (
    <Field name={name} label={label}>
      <DayPicker />
    </Field>
  )
}

function DayPicker({
  value,
  onChange,
  id,
}: {
  value?: string | null
  onChange?: (day: string | null) => void
  id?: string
}) {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      style={{ width: '100%' }}
      format={shape}
      minDate={first}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format(shape) : null)}
    />
  )
}
