import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { askNews, type TaggedNews } from '../../client/console.ts';
import { newsEverySeconds } from '../../contract/console/news.ts';

/** What is looked at, so that news are about it: the site of the address, and the member or the site whose page it is. */
function useLookedAt(): { site?: string; subject?: string } {
  const { siteId, memberId } = useParams();
  return { ...(siteId && { site: siteId, subject: memberId ?? siteId }) };
}

/** Of what began with the first answer: what fails now and failed then is no news. */
interface Heard {
  first: TaggedNews;
  last: TaggedNews;
}

/**
 * What has changed since the page was opened. Asked while the page is visible, in the background: it does not keep the
 * session in use. Nothing of the page itself is read anew.
 */
export function useNews() {
  const queryClient = useQueryClient();
  const lookedAt = useLookedAt();
  const queryKey = ['news', lookedAt];
  const { data } = useQuery({
    queryKey,
    queryFn: async (): Promise<Heard> => {
      const heard = queryClient.getQueryData<Heard>(queryKey);
      const wish = { ...lookedAt, ...(heard && { since: heard.first.news.since }) };
      const last = await askNews(wish, heard?.last);
      return { first: heard?.first ?? last, last };
    },
    refetchInterval: newsEverySeconds * 1_000,
    refetchOnWindowFocus: 'always',
    staleTime: Infinity,
    // Another visit to the page begins anew.
    gcTime: 0,
    retry: false,
  });
  return {
    lookedAt,
    first: data?.first.news,
    last: data?.last.news,
    /** Forgets what was told; what comes from now on is told again. */
    forget: () => queryClient.resetQueries({ queryKey }),
    /** Reads what the page shows anew, because the person asked for it. */
    readAnew: () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'news' && kind !== 'me' }),
  };
}
