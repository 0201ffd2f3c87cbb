import type * as declared from '@memberstack/dom';
import { expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Comment } from '../contract/comments.ts';
import type { SecureContentAnswer } from '../contract/content.ts';
import type { Member, PlanConnection } from '../contract/members.ts';
import type { Auth } from '../contract/sign-in.ts';
import type { App, ContentGroup, Plan } from '../contract/site.ts';
import type { Team } from '../contract/teams.ts';

/** Their declarations leave out that a text may be missing, a picture say; the service they describe answers null too. */
type OrNull<Shape> = Shape extends string
  ? Shape | null
  : Shape extends object
    ? { [Name in keyof Shape]: OrNull<Shape[Name]> }
    : Shape;

test('answers are what existing clients declare', () => {
  expectTypeOf<Member>().toExtend<OrNull<declared.Member>>();
  expectTypeOf<z.infer<typeof PlanConnection>>().toExtend<OrNull<declared.PlanConnection>>();
  expectTypeOf<Auth & { tokens: object }>().toExtend<OrNull<declared.MemberAuth>>();
  expectTypeOf<App>().toExtend<OrNull<declared.App>>();
  expectTypeOf<Plan>().toExtend<OrNull<declared.Plan>>();
  expectTypeOf<z.infer<typeof ContentGroup>>().toExtend<OrNull<declared.ContentGroup>>();
  expectTypeOf<Team>().toExtend<OrNull<declared.Team>>();
  expectTypeOf<Comment>().toExtend<OrNull<declared.Post>>();
  expectTypeOf<Comment>().toExtend<OrNull<declared.Thread>>();
  expectTypeOf<z.infer<typeof SecureContentAnswer>['data']>().toExtend<declared.SecureContent>();
});

test('an answer that lacks a part, or has it of another kind, is told apart', () => {
  expectTypeOf<Omit<Member, 'planConnections'>>().not.toExtend<OrNull<declared.Member>>();
  expectTypeOf<Omit<Plan, 'prices'> & { prices: string[] }>().not.toExtend<OrNull<declared.Plan>>();
});
