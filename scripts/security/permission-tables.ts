import { isPermitted, permissions, permissionTable, roles, roleWords } from '../../contract/permissions.ts';
import { markdownTable } from './markdown-table.ts';

/** Staff's roles, what each is for, and what somebody chooses for a person who has it. */
export const roleTable = (): string =>
  markdownTable(
    ['Role', 'What it is for', 'Sees'],
    roles.map((role) => {
      const { title, about, scope } = roleWords[role];
      return [title, about, scope.length === 0 ? 'everything' : `chosen ${scope.join(' and ')}`];
    }),
  );

/** Permissions × roles. */
export const permissionMatrix = (): string =>
  markdownTable(
    ['May', ...roles.map((role) => roleWords[role].title)],
    permissions.map((permission) => [
      permissionTable[permission].title,
      ...roles.map((role) => (isPermitted(role, permission) ? 'yes' : '')),
    ]),
  );
