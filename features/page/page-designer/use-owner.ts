// The owner of the edited page: a device, or a project with its devices.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { equipmentInfo } from '../../device/equipment/contract.ts'
import { designerProjects } from '../open/page-designer-projects.ts'
import type { PageOwner } from '../page/contract.ts'

type Owner = {
  /** Name of the owner; empty until loaded. */
  name: string
  zone: string | null
  /**
   * IANA zone in which times of the page are shown and entered; undefined for a page of a project, and until loaded.
   */
  clock: string | undefined
  /** For a page of a project: the project, and its devices, which are the only ones that the page may show. */
  project: { id: ProjectId; devices: readonly { id: EquipmentId; name: string; sn: string | null }[] } | undefined
}

export function useOwner({ equipmentId, projectId }: PageOwner): Owner {
  const device = useQuery({ ...queryOf(equipmentInfo, { id: equipmentId ?? 0 }), enabled: projectId === null })
  const project = designerProjects.useProject(projectId)
  const withDevices = useMemo(() => {
    const devices = (project.devices ?? []).map(({ equipmentId: id, ...rest }) => ({ id, ...rest }))
    return projectId === null ? undefined : { id: projectId, devices }
  }, [projectId, project.devices])
  const clock = useZoneOf({ zone: device.data?.zone ?? null })
  return {
    name: device.data?.name ?? project.name ?? '',
    zone: device.data?.zone ?? null,
    clock: device.data && clock,
    project: withDevices,
  }
}
