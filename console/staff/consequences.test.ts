import { describe, expect, test } from 'vitest';
import { permissionTable } from '../../contract/permissions.ts';
import { consequencesOf } from './consequences.ts';

const nameOf = (_kind: string, id: string) => id.toUpperCase();
const everything = { sites: 'all', partners: 'all' } as const;

describe('the consequences of a change', () => {
  test('are none where nothing changes', () => {
    const same = { role: 'finance', scope: { sites: [], partners: ['uts'] } } as const;
    expect(consequencesOf(same, same, nameOf)).toEqual({ gains: [], loses: [] });
  });

  test('name what an owner loses who becomes a reader of one site', () => {
    const reader = { role: 'reader', scope: { sites: ['app_demo'], partners: [] } } as const;
    const { gains, loses } = consequencesOf({ role: 'owner', scope: everything }, reader, nameOf);
    expect(gains).toEqual([]);
    expect(loses).toContain(permissionTable['manage-staff'].title);
    expect(loses).not.toContain(permissionTable['see-members'].title);
    expect(loses).toEqual(expect.arrayContaining(['see all sites', 'see all partners']));
  });

  test('name partners that come and go', () => {
    const [before, after] = [['uts'], ['uc']].map(
      (partners) => ({ role: 'admissions', scope: { sites: [], partners } }) as const,
    );
    expect(consequencesOf(before!, after!, nameOf)).toEqual({ gains: ['see UC'], loses: ['see UTS'] });
  });
});
