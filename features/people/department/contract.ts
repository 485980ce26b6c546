// Departments of an organisation: a tree with the same limits as the tree of groups. [S6] [S8 1201, 1202]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { DepartmentId, numeric, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

export const Department = z.object({
  id: DepartmentId,
  parentId: DepartmentId.nullable(),
  name: z.string(),
  sort: z.number(),
  /** Number of accounts directly in the department. */
  memberCount: z.number(),
})
export type Department = z.output<typeof Department>

const name = text(limits.departmentNameLength)
const parentId = DepartmentId.nullable().default(null)

export const queryDepartments = post('/lfscada/dept/query', {
  may: 'role:view',
  about: 'All departments of the organisation, flat, with the number of accounts in each.',
  input: nothing,
  output: z.array(Department),
})

export const addDepartment = post('/lfscada/dept/add', {
  may: 'department:edit',
  on: { department: 'parentId' },
  about: 'Adds a department below another, or at the top level.',
  input: z.object({ parentId, name }),
  output: Department,
})

export const editDepartment = post('/lfscada/dept/edit', {
  may: 'department:edit',
  on: { department: ['id', 'parentId'] },
  about: 'Renames or moves a department; callers cannot extend what they see themselves.',
  input: z.object({
    id: DepartmentId,
    parentId,
    name,
    sort: numeric(z.number().int().min(0).max(1_000_000)).optional(),
  }),
  output: Department,
})

export const deleteDepartment = post('/lfscada/dept/delete', {
  may: 'department:edit',
  on: { department: 'id' },
  about: 'Deletes a department without members and without departments below it.',
  input: z.object({ id: DepartmentId }),
  output: done,
})
