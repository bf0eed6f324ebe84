namespace TONL.NET;
