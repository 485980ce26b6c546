// The devices of a project, and the key variable of each.
import { useMutation, useQuery } from '@tanstack/react-query'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { queryLiveSignals } from '../../device/live/contract.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import {
  addProjectEquips,
  deleteProjectEquip,
  type ProjectEquip,
  queryNoBindEquips,
  queryProjectEquips,
  updateProjectKey,
} from './contract.ts'
import { projectText } from './text.ts'

export function ProjectDevices({ id }: { id: ProjectId }) {
  const t = useText(projectText)
  const takeOut = useTakeOut(id)
  return (
    <ListRoom<ProjectEquip>
      isPart
      title={t('devices')}
      may="project:edit"
      add={{ label: t('addDevices') }}
      empty={{ icon: 'device', isRanged: true, about: t('devicesAbout') }}
      columns={useColumns()}
      query={useQuery(queryOf(queryProjectEquips, { projectId: id }))}
      keyOf={({ equipmentId }) => equipmentId}
      search={t('searchDevices')}
      filter={<MoveAct id={id} />}
      acts={(equip, setKey) => [
        { label: t('setKey'), onClick: setKey },
        { label: t('takeOut'), onClick: () => void takeOut(equip) },
      ]}
      form={(equip, onClose) => (equip ? <KeyForm {...{ id, equip, onClose }} /> : <AddForm {...{ id, onClose }} />)}
    />
  )
}

/** Opens the page for moving the project to other devices. */
function MoveAct({ id }: { id: ProjectId }) {
  const t = useText(projectText)
  const { go } = usePlace()
  return (
    <Act may="project:edit" onClick={() => go(pathOf('/manage/project/{projectId}/move', { projectId: id }))}>
      {t('moveDevices')}
    </Act>
  )
}

function useColumns(): Column<ProjectEquip>[] {
  const t = useText(projectText)
  const named = useName()
  return [
    {
      ...{ key: 'name', title: t('device'), sort: true, phone: 'title' },
      cell: ({ name }) => named(name),
      text: ({ name }) => `${named(name)} ${name}`,
    },
    { key: 'sn', title: t('sn'), phone: 'hide' },
    { key: 'keyTitle', title: t('keyVariable'), cell: ({ keyTitle }) => keyTitle && named(keyTitle) },
  ]
}

type Adding = { equipmentIds: EquipmentId[] }

function AddForm({ id, onClose }: { id: ProjectId; onClose: () => void }) {
  const t = useText(projectText)
  const named = useName()
  const { mutateAsync } = useMutation(formOf(addProjectEquips))
  const others = useQuery(queryOf(queryNoBindEquips, { projectId: id }))
  const options = (others.data ?? []).map(({ equipmentId, name, sn }) => ({
    value: equipmentId,
    label: [named(name), sn].filter(Boolean).join(' · '),
  }))
  return (
    <FormDrawer<Adding, { added: number }>
      open
      title={t('addDevices')}
      initial={{ equipmentIds: [] }}
      onSubmit={({ equipmentIds }) => mutateAsync({ projectId: id, equipmentIds })}
      onDone={({ added }) => toast.good(t('devicesAdded', { count: added }))}
      onClose={onClose}
    >
      <SelectField
        name="equipmentIds"
        label={t('addDevicesLabel')}
        required
        multiple
        loading={others.isPending}
        options={options}
        {...(others.data?.length === 0 ? { note: t('noneLeft') } : {})}
      />
    </FormDrawer>
  )
}

// The value for no variable in the select, which cannot hold null.
const none = 0
type Key = { signalId: number }

function KeyForm({ id, equip, onClose }: { id: ProjectId; equip: ProjectEquip; onClose: () => void }) {
  const t = useText(projectText)
  const named = useName()
  const { equipmentId, keySignalId, name } = equip
  const { mutateAsync } = useMutation(formOf(updateProjectKey))
  const signals = useQuery(queryOf(queryLiveSignals, { equipmentId }))
  const options = [
    { value: none, label: t('noKey') },
    ...(signals.data ?? []).map((signal): { value: number; label: string } => ({
      value: signal.id,
      label: named(signal.title),
    })),
  ]
  return (
    <FormDrawer<Key, null>
      open
      title={t('setKey')}
      initial={{ signalId: keySignalId ?? none }}
      onSubmit={({ signalId }) =>
        mutateAsync({ projectId: id, equipmentId, signalId: signalId === none ? null : signalId })
      }
      onDone={() => toast.good(t('keySaved', { name: named(name) }))}
      onClose={onClose}
    >
      <SelectField
        name="signalId"
        label={t('keyVariable')}
        note={t('keyNote')}
        loading={signals.isPending}
        options={options}
      />
    </FormDrawer>
  )
}

/** Asks for confirmation, removes the device, shows a message. */
function useTakeOut(projectId: ProjectId) {
  const t = useText(projectText)
  const takeOut = useConfirmed(deleteProjectEquip)
  const named = useName()
  return ({ equipmentId, name: given }: ProjectEquip) => {
    const name = named(given)
    const question = { title: t('takeOutTitle'), act: t('takeOut'), target: name, note: t('takeOutNote') }
    return takeOut({ projectId, equipmentId }, { ...question, done: t('takenOut', { name }) })
  }
}
