// Projects for the designers of pages and scenes.
import { useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../../../contract/call.ts'
import type { DesignerProjects } from '../../page/open/page-designer-projects.ts'
import { queryCustomReports } from '../report/contract.ts'
import { projectInfo, queryAllProjectEquips, queryProjectsByUser } from './contract.ts'

const useProject: DesignerProjects['useProject'] = (id) => {
  const enabled = id !== null
  const project = useQuery({ ...queryOf(projectInfo, { id: id ?? 0 }), enabled })
  const devices = useQuery({ ...queryOf(queryAllProjectEquips, { projectId: id ?? 0 }), enabled })
  return { name: project.data?.name, devices: devices.data }
}

export default {
  useProject,
  useProjects: () => useQuery(queryOf(queryProjectsByUser, {})).data,
  reports: (projectId) => call(queryCustomReports, { projectId }),
} satisfies DesignerProjects
