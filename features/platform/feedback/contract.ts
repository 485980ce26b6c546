// Feedback of users to the platform's staff. [S5] [S7 User]
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { Instant, pageOf, paging } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

export const feedbackKinds = ['fault', 'suggestion', 'question', 'other'] as const
export type FeedbackKind = (typeof feedbackKinds)[number]

export const addFeedback = post('/lfscada/feedback/add', {
  may: 'signedIn',
  about: 'Sends feedback to the platform’s staff: at least ten characters, at most twenty messages a day.',
  input: z.object({
    type: z.enum(feedbackKinds),
    content: z.string().trim().min(limits.feedbackMin).max(limits.feedbackMax),
  }),
  output: done,
})

const FeedbackRow = z.object({ id: z.number(), type: z.enum(feedbackKinds), content: z.string(), createdAt: Instant })
export type FeedbackRow = z.output<typeof FeedbackRow>

export const queryOwnFeedback = post('/lfscada/feedback/query', {
  may: 'signedIn',
  about: 'Lists the feedback of the account, newest first.',
  input: z.object(paging),
  output: pageOf(FeedbackRow),
})

export const queryFeedback = post('/lfscada/operate/feedback/query', {
  may: 'feedback:view',
  about: 'Lists the feedback of all organisations, newest first.',
  input: z.object(paging),
  output: pageOf(FeedbackRow.extend({ loginname: z.string(), orgName: z.string() })),
})
