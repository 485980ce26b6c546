// The answer to a browse command: a part of contract/topics.ts.
import { z } from 'zod'
import { dataTypes } from '../core/data-type.ts'
import { limits } from './limits.ts'
import { scalar } from './topic-values.ts'

/** Children of a node of an address space; `next` is the offset of the next page. */
export const BrowsedPage = z.object({
  nodes: z
    .array(
      z.object({
        address: z.string().max(1000),
        /** The id of the same node, written with the index of its OPC UA namespace. */
        indexed: z.string().max(1000).optional(),
        name: z.string().max(500),
        nodeClass: z.enum(['object', 'variable', 'method', 'other']),
        /** Present if the node is a variable of a supported data type. */
        dataType: z.enum(dataTypes).optional(),
        typeName: z.string().max(100).optional(),
        value: scalar.optional(),
        isWritable: z.boolean().optional(),
        hasChildren: z.boolean(),
      }),
    )
    .max(limits.browsePage),
  next: z.number().int().positive().optional(),
})
export type BrowsedPage = z.output<typeof BrowsedPage>
